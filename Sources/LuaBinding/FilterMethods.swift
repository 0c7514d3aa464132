// SPDX-License-Identifier: MIT
import LayerModel
import Wording

extension Method {
  static let filterMethods: [Method] = [
    Method("ca", "filterNames") { call in
      let word = try call.optionalString("the category")
      var category: FilterCategory?
      if let word {
        category = FilterCategory(rawValue: word)
        let names = FilterCategory.allCases.map(\.rawValue)
        if category == nil {
          throw call.error("there is no category \"\(word)\"\(suggestionOrList(for: word, among: names))")
        }
      }
      let found = FilterInfo.all.filter { category == nil || $0.category == category }
      call.binding.push(.array(found.map { .string($0.name) }))
    },
    Method("ca", "filterInfo") { call in
      let name = try call.string("the name of a filter")
      do { call.binding.push(try FilterInfo(named: name).value) } catch let error as LayerError {
        throw call.error(error.message)
      }
    },
  ]
}
