"""Batches of worlds as environments for learning, in the conventions of Gymnasium's vector API."""

from typing import Any, Callable, Mapping, Optional, Sequence, Union

import numpy as np

from ._arrays import numbers, whole_number
from ._input import Changes, Experiment
from ._orthant import Error
from ._simulation import Simulation

Bounds = Union[float, Sequence[float], np.ndarray]
Generators = list[np.random.Generator]
modes = ("next_step", "same_step", "disabled")


class Box:
    """Arrays of a shape between bounds; a space as Gymnasium's Box of the same name."""

    def __init__(self, low: Bounds, high: Bounds, shape: Optional[tuple[int, ...]] = None,
                 dtype: Any = np.float64):
        if shape is None:
            shape = np.broadcast_shapes(np.shape(low), np.shape(high))
        self.shape, self.dtype = tuple(shape), np.dtype(dtype)
        self.low = np.broadcast_to(np.asarray(low, dtype=self.dtype), self.shape).copy()
        self.high = np.broadcast_to(np.asarray(high, dtype=self.dtype), self.shape).copy()
        self._generator = np.random.default_rng()

    def seed(self, seed: Optional[int] = None) -> None:
        """Of the samples that follow."""
        self._generator = np.random.default_rng(seed)

    def sample(self) -> np.ndarray:
        """Uniform between two finite bounds, else normal about 0, or beyond the finite one."""
        below, above = np.isfinite(self.low), np.isfinite(self.high)
        low, high = np.where(below, self.low, 0), np.where(above, self.high, 0)
        uniform = low + self._generator.random(self.shape) * (high - low)
        normal = self._generator.normal(size=self.shape)
        out = np.select([below & above, below, above],
                        [uniform, low + np.abs(normal), high - np.abs(normal)], normal)
        return out.astype(self.dtype)

    def contains(self, x: Any) -> bool:
        """Whether x has the shape and is within the bounds."""
        x = np.asarray(x)
        return bool(x.shape == self.shape and (x >= self.low).all() and (x <= self.high).all())

    def __repr__(self) -> str:
        return f"Box({self.low.min()}, {self.high.max()}, {self.shape}, {self.dtype})"


class VectorEnv:
    """W worlds of an experiment as environments.

    observation(sim): (W, ...) numbers. reward(sim, actions): (W,). terminated(sim): (W,) booleans;
    None: never. act(sim, actions): applies actions (W, ...); None: they are sim.targets.
    start(sim, generators, worlds): a start of these worlds, by q, v, bases and base_twists of
    `set_joint_state` in a dict; it has a generator of random numbers for each of them. None: that of
    the experiment.
    actions: bounds (low, high) of an action; None: one number for each motor, without bounds.
    substeps: steps of the experiment in a step here. time_limit: steps until an episode is truncated.
    autoreset: "next_step" (the step after an episode's last resets that world: its action has no
    effect, its reward is 0), "same_step" (an episode's last step returns the first observation of the
    next one; infos["final_obs"] has the last), "disabled" (reset(options={"reset_mask": mask})).

    Numbers of worlds that are drawn, such as masses and friction, are those of the experiment's
    `seed`; reset(seed=...) draws them anew, and seeds the generators: one for each world, so that a
    world's numbers do not depend on the others.
    """

    def __init__(self, experiment: Experiment, *, observation: Callable[[Simulation], Any],
                 reward: Callable[[Simulation, np.ndarray], Any],
                 terminated: Optional[Callable[[Simulation], Any]] = None,
                 act: Optional[Callable[[Simulation, np.ndarray], None]] = None,
                 start: Optional[Callable[[Simulation, Generators, np.ndarray],
                                          Optional[Mapping[str, Any]]]] = None,
                 actions: Optional[tuple[Bounds, Bounds]] = None, worlds: Optional[int] = None,
                 set: Changes = None, substeps: int = 1, time_limit: Optional[int] = None,
                 autoreset: str = "next_step", on_unsolved: str = "warn"):
        if autoreset not in modes:
            raise Error(f'autoreset: found "{autoreset}", allowed: {", ".join(modes)}')
        self._experiment, self._set = experiment, dict(set or {})
        if worlds is not None:
            self._set["worlds"] = whole_number("worlds", worlds)
        self._on_unsolved = on_unsolved
        self._observation, self._reward = observation, reward
        self._terminated, self._act, self._start = terminated, act, start
        self.substeps = self._positive("substeps", substeps)
        self.time_limit = None if time_limit is None else self._positive("time_limit", time_limit)
        self.autoreset, self.metadata = autoreset, {"autoreset_mode": autoreset}
        self._build(None)
        self.num_envs = self.sim.worlds
        low, high = (-np.inf, np.inf) if actions is None else actions
        shape = (len(self.sim.motors),) if actions is None or np.ndim(low) == np.ndim(high) == 0 else None
        self.single_action_space = Box(low, high, shape)
        self.action_space = self._batched(self.single_action_space)
        seen = self._observe()
        self.single_observation_space = Box(-np.inf, np.inf, seen.shape[1:])
        self.observation_space = self._batched(self.single_observation_space)

    @staticmethod
    def _positive(name: str, value: Any) -> int:
        if (number := whole_number(name, value)) < 1:
            raise Error(f"{name}: found {number}, allowed: a whole number >= 1")
        return number

    def _batched(self, one: Box) -> Box:
        shape = (self.num_envs, *one.shape)
        return Box(np.broadcast_to(one.low, shape), np.broadcast_to(one.high, shape), shape)

    def _build(self, seed: Optional[int]) -> None:
        changes = self._set if seed is None else {**self._set, "seed": seed}
        self.sim = Simulation(self._experiment, set=changes, on_unsolved=self._on_unsolved)
        self._generators = [np.random.default_rng(each) for each in
                            np.random.SeedSequence(seed).spawn(self.sim.worlds)]
        self._elapsed = np.zeros(self.sim.worlds, dtype=int)
        self._ended = np.zeros(self.sim.worlds, dtype=bool)
        self._begun = False

    def _of_worlds(self, name: str, value: Any) -> np.ndarray:
        out = numbers(name, value, "finite numbers of all worlds")
        if out.shape != (self.num_envs,):
            raise Error(f"{name}: found an array of shape {out.shape}, allowed: {(self.num_envs,)}")
        return out

    def _observe(self) -> np.ndarray:
        out = numbers("observation", self._observation(self.sim), "finite numbers of all worlds")
        if out.ndim < 1 or out.shape[0] != self.sim.worlds:
            raise Error(f"observation: found an array of shape {out.shape}, allowed: "
                        f"({self.sim.worlds}, ...), a row for each world")
        return out.copy()

    def _begin(self, worlds: np.ndarray) -> None:
        """Starts these worlds anew."""
        if len(worlds) == 0:
            return
        if len(worlds) == self.num_envs:
            self.sim.reset()
        else:
            self.sim.reset(worlds)
            self.sim.targets[worlds] = np.nan
            self.sim.efforts[worlds] = 0
        if self._start is not None:
            state = self._start(self.sim, [self._generators[w] for w in worlds], worlds)
            if state:
                self.sim.set_joint_state(worlds=worlds, **state)
        self._elapsed[worlds] = 0
        self._ended[worlds] = False

    def reset(self, *, seed: Optional[int] = None, options: Optional[Mapping[str, Any]] = None
              ) -> tuple[np.ndarray, dict[str, Any]]:
        """(observations, infos) of all worlds, started anew; of those in options["reset_mask"] only."""
        if seed is not None:
            self._build(whole_number("seed", seed))
        mask = (options or {}).get("reset_mask")
        if mask is None:
            mask = np.ones(self.num_envs, dtype=bool)
        mask = np.asarray(mask)
        if mask.dtype != bool or mask.shape != (self.num_envs,):
            raise Error(f"reset_mask: found {mask.dtype} of shape {mask.shape}, allowed: booleans of "
                        f"shape {(self.num_envs,)}")
        self._begin(np.flatnonzero(mask))
        self._begun = True
        return self._observe(), {}

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray,
                                          dict[str, Any]]:
        """(observations, rewards, terminations, truncations, infos) of a step of all worlds."""
        if not self._begun:
            raise Error("step: found no reset before it, allowed: steps after reset()")
        shape = self.action_space.shape
        actions = numbers("actions", actions, f"finite numbers of shape {shape}")
        if actions.shape != shape:
            raise Error(f"actions: found an array of shape {actions.shape}, allowed: {shape}")
        if self.autoreset == "disabled" and self._ended.any():
            raise Error(f"step: found worlds {np.flatnonzero(self._ended)[:8].tolist()} that have ended, "
                        'allowed: steps after reset(options={"reset_mask": mask})')
        actions = np.clip(actions, self.action_space.low, self.action_space.high)
        begins = self._ended.copy()
        if self._act is None:
            self.sim.targets[...] = actions
        else:
            self._act(self.sim, actions)
        self.sim._make(self.substeps)
        self._elapsed += 1
        rewards = self._of_worlds("reward", self._reward(self.sim, actions)).copy()
        terminations = (np.zeros(self.num_envs, dtype=bool) if self._terminated is None else
                        self._of_worlds("terminated", self._terminated(self.sim)).astype(bool))
        truncations = np.zeros(self.num_envs, dtype=bool)
        if self.time_limit is not None:
            truncations = (self._elapsed >= self.time_limit) & ~terminations
        if begins.any():
            self._begin(np.flatnonzero(begins))
            rewards[begins], terminations[begins], truncations[begins] = 0, False, False
        self._ended = terminations | truncations
        infos: dict[str, Any] = {}
        seen = self._observe()
        if self.autoreset == "same_step" and self._ended.any():
            infos = {"final_obs": seen, "_final_obs": self._ended.copy()}
            self._begin(np.flatnonzero(self._ended))
            seen = self._observe()
        return seen, rewards, terminations, truncations, infos

    def close(self) -> None:
        """Nothing is left open."""

    def __repr__(self) -> str:
        return (f"<orthant.VectorEnv {self.sim.name!r}: {self.num_envs} worlds, observations "
                f"{self.single_observation_space.shape}, actions {self.single_action_space.shape}>")
