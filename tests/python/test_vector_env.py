"""Environments for learning: conventions, seeds, and the end of episodes."""

import numpy as np
import orthant
import pytest
from scenes import arm


def reach(worlds=4, mass=None, **more):
    """The arm as a task: keep the shoulder at 0.5 rad."""
    made = arm(worlds=worlds)
    made["scene"]["bodies"][1]["mass"] = mass or {"uniform": [0.5, 1.5]}
    given = dict(
        observation=lambda sim: np.hstack([sim.joint_positions, sim.joint_velocities]),
        reward=lambda sim, actions: -np.abs(sim.joint_positions[:, 0] - 0.5),
        start=lambda sim, generators, worlds: {
            "q": np.array([g.uniform(-0.1, 0.1, 2) for g in generators])},
        actions=(-1, 1))
    return orthant.VectorEnv(made, **{**given, **more})


def test_it_has_the_conventions_of_the_vector_api():
    env = reach(substeps=3)
    assert env.num_envs == 4 and env.metadata["autoreset_mode"] == "next_step"
    assert env.single_observation_space.shape == (4,) and env.observation_space.shape == (4, 4)
    assert env.single_action_space.shape == (2,) and env.single_action_space.low.tolist() == [-1, -1]
    assert env.action_space.contains(env.action_space.sample())
    obs, infos = env.reset(seed=3)
    assert obs.shape == (4, 4) and infos == {}
    obs, reward, terminated, truncated, infos = env.step(np.zeros((4, 2)))
    assert obs.shape == (4, 4) and reward.shape == terminated.shape == truncated.shape == (4,)
    assert terminated.dtype == truncated.dtype == bool and env.sim.step_count == 3
    env.close()


def test_seeds_repeat_an_episode_to_the_bit():
    env, other = reach(), reach()
    actions = np.random.default_rng(0).uniform(-1, 1, (10, 4, 2))
    runs = []
    for each, seed in ((env, 5), (other, 5), (env, 5), (env, 6)):
        obs = [each.reset(seed=seed)[0]]
        obs += [each.step(action)[0] for action in actions]
        runs.append(np.array(obs))
    assert np.array_equal(runs[0], runs[1]) and np.array_equal(runs[0], runs[2])
    assert not np.allclose(runs[0], runs[3])


def test_worlds_of_a_larger_batch_start_alike():
    small, large = reach(2).reset(seed=1)[0], reach(5).reset(seed=1)[0]
    assert np.array_equal(small, large[:2])


def test_actions_are_clipped_targets():
    env = reach()
    env.reset(seed=0)
    env.step(np.full((4, 2), 7.0))
    assert (env.sim.targets == 1).all()


def test_the_next_step_resets():
    env = reach(time_limit=3, worlds=2, terminated=lambda sim: np.array([False, sim.step_count == 2]))
    env.reset(seed=0)
    zeros = np.zeros((2, 2))
    env.step(zeros)
    _, _, terminated, truncated, _ = env.step(zeros)
    assert terminated.tolist() == [False, True] and not truncated.any()
    obs, reward, terminated, truncated, _ = env.step(zeros)
    assert np.abs(obs[1, :2]).max() <= 0.1 and not obs[1, 2:].any()  # a start
    assert reward[1] == 0 and not terminated.any() and truncated.tolist() == [True, False]
    obs, reward, terminated, truncated, _ = env.step(zeros)
    assert not obs[0, 2:].any() and obs[1, 2:].any() and reward[0] == 0
    assert not truncated.any()


def test_the_same_step_resets_and_tells_the_last_observation():
    env = reach(time_limit=2, autoreset="same_step")
    env.reset(seed=0)
    zeros = np.zeros((4, 2))
    env.step(zeros)
    obs, reward, _, truncated, infos = env.step(zeros)
    assert truncated.all() and infos["_final_obs"].all()
    assert infos["final_obs"][:, 2:].any() and not obs[:, 2:].any()
    assert np.allclose(reward, -np.abs(infos["final_obs"][:, 0] - 0.5))


def test_without_autoreset_a_mask_resets():
    env = reach(time_limit=1, autoreset="disabled")
    env.reset(seed=0)
    zeros = np.zeros((4, 2))
    env.step(zeros)
    with pytest.raises(orthant.Error, match="worlds \\[0, 1, 2, 3\\] that have ended"):
        env.step(zeros)
    before = env.sim.joint_positions
    env.reset(options={"reset_mask": np.array([True, False, False, False])})
    assert np.array_equal(env.sim.joint_positions[1:], before[1:])
    with pytest.raises(orthant.Error, match="worlds \\[1, 2, 3\\] that have ended"):
        env.step(zeros)
    env.reset(options={"reset_mask": np.ones(4, dtype=bool)})
    env.step(zeros)


@pytest.mark.parametrize("call, words", [
    (lambda: reach(autoreset="never"), 'autoreset: found "never", allowed: next_step, same_step'),
    (lambda: reach(substeps=0), "substeps: found 0"),
    (lambda: reach(observation=lambda sim: np.zeros(3)), r"observation: found an array of shape \(3,\), allowed: \(4"),
    (lambda: reach().step(np.zeros((4, 2))), "step: found no reset before it"),
    (lambda: begun().step(np.zeros(2)), r"actions: found an array of shape \(2,\), allowed: \(4, 2\)"),
    (lambda: begun().step(np.full((4, 2), np.nan)), "actions: found nan"),
    (lambda: begun(reward=lambda sim, actions: 0).step(np.zeros((4, 2))), r"reward: found an array of shape \(\)"),
    (lambda: reach().reset(options={"reset_mask": [1]}), "reset_mask: found")])
def test_what_is_wrong_is_refused(call, words):
    with pytest.raises(orthant.Error, match=words):
        call()


def begun(**more):
    env = reach(**more)
    env.reset(seed=0)
    return env


def test_a_box_samples_within_its_bounds():
    box = orthant.Box([0, -np.inf, -1], [np.inf, -2, 1])
    box.seed(1)
    samples = np.array([box.sample() for _ in range(100)])
    assert (samples[:, 0] >= 0).all() and (samples[:, 1] <= -2).all() and (abs(samples[:, 2]) <= 1).all()
    assert box.contains([1, -3, 0]) and not box.contains([1, 0, 0]) and not box.contains([1])
