# SPDX-License-Identifier: MIT
# Generated from the table of options by `layerlua completions`; do not edit.
_layerlua() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} IFS=$'\n'
  COMPREPLY=()
  case $before in
    -o|--output)
      compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -X '!*.png' -- "$current") $(compgen -f -X '!*.jpg' -- "$current") $(compgen -f -X '!*.mp4' -- "$current") $(compgen -f -X '!*.webm' -- "$current") $(compgen -f -X '!*.webp' -- "$current") $(compgen -f -X '!*.gif' -- "$current") $(compgen -f -X '!*.apng' -- "$current") $(compgen -f -X '!*.pdf' -- "$current") $(compgen -f -X '!*.svg' -- "$current") $(compgen -f -X '!*.caml' -- "$current") $(compgen -f -X '!*.ca' -- "$current") $(compgen -f -X '!*.tendies' -- "$current") $(compgen -f -X '!*.lua' -- "$current") $(compgen -d -- "$current"))
      return ;;
    -e)
      :
      return ;;
    --wallpaper)
      :
      return ;;
    --animation)
      :
      return ;;
    --theme)
      :
      return ;;
    --marker)
      :
      return ;;
    --lottie)
      compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -X '!*.json' -- "$current") $(compgen -f -X '!*.lottie' -- "$current") $(compgen -f -X '!*.tgs' -- "$current") $(compgen -d -- "$current"))
      return ;;
    --state)
      :
      return ;;
    --states)
      :
      return ;;
    --tilt)
      :
      return ;;
    --size)
      COMPREPLY=($(compgen -W $'A0\nA1\nA2\nA3\nA4\nA5\nA6\nA7\nA8\nA9\nA10\nB0\nB1\nB2\nB3\nB4\nB5\nB6\nB7\nB8\nB9\nB10\nC0\nC1\nC2\nC3\nC4\nC5\nC6\nC7\nC8\nC9\nC10\nletter\nlegal\ntabloid\nexecutive' -- "$current"))
      return ;;
    --scale)
      :
      return ;;
    --background)
      :
      return ;;
    --dpi)
      :
      return ;;
    --quality)
      :
      return ;;
    --compression)
      :
      return ;;
    --effort)
      :
      return ;;
    --margin)
      :
      return ;;
    --bleed)
      :
      return ;;
    --title)
      :
      return ;;
    --author)
      :
      return ;;
    --subject)
      :
      return ;;
    --keywords)
      :
      return ;;
    --date)
      :
      return ;;
    --time)
      :
      return ;;
    --fps)
      :
      return ;;
    --bake)
      :
      return ;;
    --from)
      :
      return ;;
    --duration)
      :
      return ;;
    --hold)
      :
      return ;;
    --sound)
      compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -X '!*.mp3' -- "$current") $(compgen -f -X '!*.wav' -- "$current") $(compgen -f -X '!*.flac' -- "$current") $(compgen -f -X '!*.ogg' -- "$current") $(compgen -f -X '!*.m4a' -- "$current") $(compgen -f -X '!*.opus' -- "$current") $(compgen -d -- "$current"))
      return ;;
    --frames)
      :
      return ;;
    --shard)
      COMPREPLY=($(compgen -W $'auto' -- "$current"))
      return ;;
    --each)
      compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -X '!*.csv' -- "$current") $(compgen -f -X '!*.tsv' -- "$current") $(compgen -f -X '!*.json' -- "$current") $(compgen -f -X '!*.jsonl' -- "$current") $(compgen -f -X '!*.toml' -- "$current") $(compgen -d -- "$current"))
      return ;;
    --jobs)
      :
      return ;;
    --only)
      :
      return ;;
    --types)
      :
      return ;;
    --separator)
      :
      return ;;
    --failures)
      compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -X '!*.csv' -- "$current") $(compgen -d -- "$current"))
      return ;;
    -D)
      :
      return ;;
    --seed)
      :
      return ;;
    --threads)
      :
      return ;;
    --keep)
      :
      return ;;
    --memory-limit)
      :
      return ;;
    --time-limit)
      :
      return ;;
    --allow-read)
      compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$current"))
      return ;;
    --allow-write)
      compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$current"))
      return ;;
    --font-dir)
      compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$current"))
      return ;;
    --for)
      :
      return ;;
    --hyphen-dir)
      compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$current"))
      return ;;
    --allow)
      COMPREPLY=($(compgen -W $'near-miss-key\nforeign-name\nstyle-ignored\nduplicate-name\nframe-derived\nframe-beside\nm34-sign\nz-extreme\ngravity-top-bottom\nopaque-corner\nopaque-late\ntransform-layer-ignores\ndepth-limit\nbackdrop\nempty-backdrop\nmask-shared\nmask-compositing\nbackground-filters\nfilter-center\nshape-without-bounds\ngradient-one-color\ngradient-locations\nreplicator-zero-size\nno-particles\nno-scroll-layer\ncontents-vs-drawing\ncontents-vs-text\ncontents-unreadable\ndangling-delegate\nno-draw-hook\nfour-hooks\nredraw-never\nunbalanced-state\nmissing-font\nfont-folder\nfont-settings\nmissing-glyphs\ntext-fit\nmissing-hyphens\nattributed-text\nautoresize-refused\nconstraint-size-only\nconstraint-scale\nno-layout-function\nanimation-delegate\nanimation-replaced\ncallbacks-in-pictures\ncut-off\ndisabled-actions\nfill-needs-keep\nfull-turn\nkeyframes\nopen-transaction\nrepeat-twice\ntiming-animated\nframe-value\nrotation-mode\nfilm\nfilm-size\nframes-unlocked\nframes-damaged\nframes-twice\nimage-file\nimage-variants\nsvg-left-out\nlink-left-out\ncaml-unknown\ncaml-value\ncaml-duplicate-id\ncaml-no-target\ncaml-key\ncaml-missing-asset\ncaml-script\ncaml-namespace\ncaml-unsupported\ncaml-several\ncaml-unused-asset\ncaml-parked\ncaml-many-frames\nlottie-left-out\ncsv-ragged\ncsv-separator\njson-duplicate\nempty-bounds\nnever-displayed\nnot-attached\nadded-again\noutside-canvas\ncut-away\nhidden-by-ancestor\nback-face\nedge-on\nscale-zero\nwhite-text\nsame-colour\ntext-without-colour\nshape-empty\ngradient-stops\nempty-mask\nclear-contents\nno-instances\noccluded\noff-time\nz-twice\nno-perspective\nm34-own-transform\nflattened-depth\nfraction-size\nbounds-origin\nscale-mismatch\nfuzzy\ncontents-rect-outside\ncontents-center-name\ndrawing-clipped\nstale-stretch\nshadow-clipped\nshadow-off\nshadow-of-nothing\ncorner-no-clip\nmask-size\nmask-colour\nraster-scale\nshape-defaults\ntext-box\ngradient-skew\nreplicator-colour\nbackground-filter-nothing\nno-layout-manager\nframe-vs-constraint\nautoresize-from-zero\noverride-no-super\nsnap-back\nspeed-multiplies\ndegrees\nnil-colour\nunused-argument\nextra-argument\nnear-miss-hook\nno-picture\nisolation\nextra-results\nscript-finalizer\nscript-warning' -- "$current"))
      return ;;
    --port)
      :
      return ;;
  esac
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W $'-o\n--output\n-e\n--wallpaper\n--animation\n--theme\n--marker\n--lottie\n--state\n--states\n--tilt\n--size\n--scale\n--background\n--dpi\n--quality\n--lossless\n--compression\n--effort\n--landscape\n--margin\n--bleed\n--outlines\n--headings\n--title\n--author\n--subject\n--keywords\n--date\n--verbose\n--time\n--fps\n--bake\n--from\n--duration\n--hold\n--sound\n--frames\n--shard\n--each\n--jobs\n--resume\n--only\n--types\n--separator\n--failures\n--keep-going\n--stop\n-D\n--seed\n--threads\n--keep\n--memory-limit\n--time-limit\n--allow-read\n--allow-write\n--font-dir\n--for\n--hyphen-dir\n--allow-links\n--trusted\n--isolate\n--isolate=require\n--quiet\n--allow\n--parameters\n--strict\n--json\n--open\n--port\n--version\n-h\n--help' -- "$current"))
    return
  fi
  case ${COMP_WORDS[1]} in
    serve)
      [[ $COMP_CWORD -eq 1 ]] || { compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$current")); return; } ;;
    sign)
      [[ $COMP_CWORD -eq 1 ]] || { :; return; } ;;
    join)
      [[ $COMP_CWORD -eq 1 ]] || { compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$current")); return; } ;;
    fonts)
      [[ $COMP_CWORD -eq 1 ]] || { :; return; } ;;
    doc)
      [[ $COMP_CWORD -eq 1 ]] || { :; return; } ;;
    init)
      [[ $COMP_CWORD -eq 1 ]] || { compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$current")); return; } ;;
    stubs)
      [[ $COMP_CWORD -eq 1 ]] || { :; return; } ;;
    completions)
      [[ $COMP_CWORD -eq 1 ]] || { COMPREPLY=($(compgen -W $'bash\nzsh\nfish' -- "$current")); return; } ;;
  esac
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -X '!*.lua' -- "$current") $(compgen -f -X '!*.caml' -- "$current") $(compgen -f -X '!*.json' -- "$current") $(compgen -f -X '!*.lottie' -- "$current") $(compgen -f -X '!*.tgs' -- "$current") $(compgen -f -X '!*.ca' -- "$current") $(compgen -f -X '!*.wallpaper' -- "$current") $(compgen -f -X '!*.tendies' -- "$current") $(compgen -f -X '!*.batter' -- "$current") $(compgen -d -- "$current"))
  [[ $COMP_CWORD -ne 1 ]] || COMPREPLY+=($(compgen -W $'watch\nserve\nsign\ninspect\ndiagnose\nframes\njoin\nfonts\ndoc\ninit\nstubs\ncompletions' --   "$current"))
}
complete -F _layerlua layerlua
