// SPDX-License-Identifier: MIT
import JSONMessages
import Testing
import Watching

struct ChoiceTests {
  private func choice(_ text: String) throws -> Choice? {
    Choice(try JSONScanner.value(of: Array(text.utf8)[...]))
  }

  @Test(arguments: [
    #"{"name":"Locked"}"#, #"{"name":"","t":1.5}"#, #"{"from":"a","to":"b","fraction":0.4}"#, #"{"tilt":[0,1]}"#,
    #"{"name":"Locked","tilt":[-1,0.5]}"#,
  ]) func `fields are passed on as they are`(text: String) throws {
    #expect(try choice(text)?.text == text)
  }

  @Test(arguments: [
    "{}", "[]", #"{"name":1}"#, #"{"from":"a","to":"b"}"#, #"{"from":"a","fraction":1}"#, #"{"tilt":[1]}"#,
    #"{"tilt":["a",1]}"#, #"{"tilt":[1e999,0]}"#,
  ]) func `others are none`(text: String) throws {
    #expect(try choice(text) == nil)
  }

  @Test func `a state and a tilt are kept beside each other, without the time`() throws {
    let state = try #require(try choice(#"{"name":"Locked","t":3}"#))
    let tilt = try #require(try choice(#"{"tilt":[0,1]}"#))
    let swipe = try #require(try choice(#"{"from":"a","to":"b","fraction":0}"#))
    #expect(state.atOnce.text == #"{"name":"Locked"}"#)
    #expect(tilt.added(to: state).atOnce.text == #"{"name":"Locked","tilt":[0,1]}"#)
    #expect(swipe.added(to: tilt.added(to: state)).text == #"{"from":"a","to":"b","fraction":0,"tilt":[0,1]}"#)
    #expect(state.added(to: nil) == state)
  }
}
