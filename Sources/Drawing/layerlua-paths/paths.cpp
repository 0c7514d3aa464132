// SPDX-License-Identifier: MIT
// liblayerlua-paths.so: polygon clipping by Clipper behind C functions. No exception leaves it.
#include <CPathClipping.h>

#include <cstdlib>
#include <new>
#include <polyclipping/clipper.hpp>

namespace {

using ClipperLib::IntPoint;
using ClipperLib::Paths;

// Returns true if a ring has an area.
bool add(ClipperLib::Clipper &clipper, const llua_clip_rings &rings, ClipperLib::PolyType type) {
  ClipperLib::Path path;
  bool any = false;
  size_t at = 0;
  for (size_t i = 0; i < rings.count; i++) {
    path.clear();
    for (; at < rings.ends[i]; at++) path.push_back(IntPoint(rings.points[at].x, rings.points[at].y));
    // Rings without an area are refused, which does not matter.
    if (path.size() > 2 && clipper.AddPath(path, type, true)) any = true;
  }
  return any;
}

llua_clip_status give(const Paths &paths, llua_clip_result *result) {
  size_t total = 0, at = 0;
  for (const auto &path : paths) total += path.size();
  result->points = static_cast<llua_clip_point *>(std::malloc((total + 1) * sizeof(llua_clip_point)));
  result->ends = static_cast<size_t *>(std::malloc((paths.size() + 1) * sizeof(size_t)));
  if (!result->points || !result->ends) return LLUA_CLIP_NO_MEMORY;
  for (const auto &path : paths) {
    for (const auto &p : path) result->points[at++] = {p.X, p.Y};
    result->ends[result->count++] = at;
  }
  return LLUA_CLIP_DONE;
}

void release(llua_clip_result *result) {
  std::free(result->points);
  std::free(result->ends);
  *result = {nullptr, nullptr, 0};
}

llua_clip_status clip(llua_clip_operation operation, llua_clip_rule rule, const llua_clip_rings *subject,
    const llua_clip_rings *other, llua_clip_result *result) {
  static const ClipperLib::ClipType types[] = {
      ClipperLib::ctUnion, ClipperLib::ctIntersection, ClipperLib::ctDifference, ClipperLib::ctXor};
  static const ClipperLib::PolyFillType rules[] = {
      ClipperLib::pftNonZero, ClipperLib::pftEvenOdd, ClipperLib::pftPositive};
  *result = {nullptr, nullptr, 0};
  try {
    ClipperLib::Clipper clipper;
    bool any = add(clipper, *subject, ClipperLib::ptSubject);
    if (add(clipper, *other, ClipperLib::ptClip)) any = true;
    // Clipper fails where there is nothing to clip.
    if (!any) return LLUA_CLIP_DONE;
    Paths paths;
    if (!clipper.Execute(types[operation], paths, rules[rule], rules[rule])) return LLUA_CLIP_REFUSED;
    llua_clip_status status = give(paths, result);
    if (status != LLUA_CLIP_DONE) release(result);
    return status;
  } catch (const std::bad_alloc &) {
    return LLUA_CLIP_NO_MEMORY;
  } catch (...) {
    return LLUA_CLIP_REFUSED;
  }
}

const llua_paths_table table = {LLUA_CLIP_VERSION, clip, release};

}  // namespace

extern "C" __attribute__((visibility("default"))) const llua_paths_table *llua_paths_functions(void) { return &table; }
