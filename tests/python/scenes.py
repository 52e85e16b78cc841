"""Scenes that several tests step."""

floor = {"name": "floor", "motion": "fixed", "friction": 0.2, "shapes": [{"type": "half_space"}]}


def rolling(**more):
    """A ball that slides at first, and ends rolling at 5/7 of its speed."""
    ball = {"name": "ball", "mass": 2, "friction": 0.2, "position": [0, 0, 0.1],
            "velocity": [1, 0, 0], "shapes": [{"type": "sphere", "radius": 0.1}]}
    return {"scene": {"bodies": [floor, ball]}, "step": 0.001, "duration": 1, **more}


def pendulum(**more):
    """A bob of 3 kg at rest below a hinge at the origin."""
    bob = {"name": "bob", "mass": 3, "position": [0, 0, -1],
           "shapes": [{"type": "sphere", "radius": 0.1}]}
    return {"scene": {"bodies": [bob],
                      "joints": [{"name": "pin", "type": "ball", "b": "bob", "point": [0, 0, 0]}]},
            "step": 0.01, "steps": 5, **more}


def arm(**more):
    """Two links about y, a position motor at the shoulder and a given torque at the elbow."""
    links = [{"name": "upper", "mass": 2, "inertia": [0.05, 0.06, 0.07], "position": [0, 0, -0.3]},
             {"name": "lower", "mass": 0.7, "inertia": [0.02, 0.03, 0.02], "position": [0, 0, -0.9]}]
    hinges = [{"name": "shoulder", "type": "hinge", "b": "upper", "point": [0, 0, 0], "axis": [0, 1, 0],
               "motor": {"type": "position", "kp": 50, "kd": 5, "target": 0.3}},
              {"name": "elbow", "type": "hinge", "a": "upper", "b": "lower", "point": [0, 0, -0.5],
               "axis": [0, 1, 0], "motor": {"type": "force", "value": 0}}]
    return {"scene": {"bodies": links, "joints": hinges}, "step": 0.01, "steps": 5, **more}
