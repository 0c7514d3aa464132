# SPDX-License-Identifier: MIT
"""States of layers."""

import unittest

from support import EngineTestCase

import layerlua

STATES = """
local dot = ca.Layer { name = "dot", bounds = {0, 0, 4, 4}, position = {2, 2} }
local card = ca.Layer { name = "card", bounds = {0, 0, 40, 20}, dot }
card.states = {
  ca.State { name = "Left Light" },
  ca.State { name = "Right Light", elements = {
    ca.StateSetValue { target = dot, keyPath = "position.x", value = 12 } } },
}
card.stateTransitions = { ca.StateTransition { toState = "Right Light", elements = {
  ca.StateTransitionElement { target = dot, key = "position.x", animation = ca.BasicAnimation { duration = 2 } } } } }
return card
"""


class StateTests(EngineTestCase):
    def setUp(self):
        super().setUp()
        self.card = self.engine.run(STATES)

    def place(self, time):
        return self.card.value("sublayers.dot.position.x", at=time)

    def test_a_state_is_set_with_its_transition_and_taken_back(self):
        self.assertEqual(self.card.state_names(), ["Left Light", "Right Light"])
        self.assertIsNone(self.card["currentState"])
        self.card.set_state("Right Light", transition_speed=2)
        self.assertEqual(self.card["currentState"], "Right Light")
        self.assertEqual([self.place(time) for time in (0, 0.5, 1)], [2, 7, 12])
        self.card.set_state()
        self.assertIsNone(self.card["currentState"])
        self.assertEqual(self.place(0), 2)
        self.card.set_state("Right Light", transition_speed=2, time=10)
        self.assertEqual([self.place(time) for time in (10, 10.5, 11)], [2, 7, 12])
        self.card.set_state()
        self.card.set_state("Right Light", transition_speed=0)
        self.assertEqual(self.place(0), 12)

    def test_a_fraction_lies_between_two_states(self):
        self.card.set_state_between(None, "Right Light", 0.25)
        self.assertEqual((self.card["currentState"], self.place(0)), (None, 4.5))
        self.card.set_state_between("Left Light", "Right Light", 0.75)
        self.assertEqual((self.card["currentState"], self.place(0)), ("Right Light", 9.5))

    def test_a_word_stands_for_a_state(self):
        self.assertEqual(self.card.state_name("Right"), "Right Light")
        self.assertIsNone(self.card.state_name("Up"))

    def test_a_style_makes_the_states_of_a_wallpaper(self):
        layer = self.engine.run(
            "return ca.Layer { ca.Layer { name = 'dot' }, style = { wallpaperPropertyGroups = {"
            "{ layerName = 'dot', keyPath = 'opacity', v_lock = 0.5, v_home = 1, v_sleep = 0 } } } }"
        )
        layer.add_wallpaper_states()
        self.assertEqual(layer.state_names(), ["Locked", "Unlock", "Sleep"])

    def test_unknown_names_and_wrong_numbers_are_refused(self):
        with self.assertRaisesRegex(layerlua.UsageError, 'no state "Rigth Light"'):
            self.card.set_state("Rigth Light")
        with self.assertRaisesRegex(layerlua.UsageError, "transitionSpeed of 0 or more"):
            self.card.set_state("Right Light", transition_speed=-1)
        with self.assertRaisesRegex(layerlua.UsageError, "fraction from 0 to 1"):
            self.card.set_state_between(None, "Right Light", 2)
        with self.assertRaisesRegex(layerlua.UsageError, "finite tilts"):
            self.card.set_tilt(float("nan"), 0)
        for call in (
            lambda: self.card.set_state(1),
            lambda: self.card.set_state("Right Light", transition_speed="fast"),
            lambda: self.card.set_state_between(1, "Right Light", 0.5),
            lambda: self.card.set_tilt("a", 0),
            lambda: self.card.state_name(None),
        ):
            with self.assertRaises(TypeError):
                call()


if __name__ == "__main__":
    unittest.main()
