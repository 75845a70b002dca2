"""Mutants: small changes of the code which a good test notices. Pure functions of the source."""

import ast
import copy
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

COMPARISONS: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    **{ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt},
    **{ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is},
    **{ast.In: ast.NotIn, ast.NotIn: ast.In},
}
ARITHMETIC: Mapping[type[ast.operator], type[ast.operator]] = {
    **{ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult},
    **{ast.Div: ast.Mult, ast.Mod: ast.Add, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr},
}
DELETED = (ast.AugAssign, ast.Delete, ast.Raise, ast.Continue, ast.Break)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change of one place of a file."""

    path: str
    line: int
    lines: tuple[int, int]
    """The first and the last line of the statement; (1, 0) for what runs when it is imported."""
    start: int
    end: int
    """The bytes that are replaced."""
    before: str
    after: str
    kind: str

    @property
    def key(self) -> str:
        """What names the mutant in the results, also after other lines have changed."""
        return f"{self.path}:{self.line} {self.before} → {self.after}"

    def apply(self, root: Path) -> None:
        """Change the file below `root`."""
        file = root / self.path
        source = file.read_bytes()
        file.write_bytes(source[: self.start] + self.after.encode() + source[self.end :])


def changes_of(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield the changes of one node: their kind, and what takes its place."""
    changed = copy.deepcopy(node)
    match changed:
        case ast.Compare(ops=[operator]) if type(operator) in COMPARISONS:
            changed.ops = [COMPARISONS[type(operator)]()]
            yield "comparison", changed
        case ast.BoolOp():
            changed.op = ast.Or() if isinstance(changed.op, ast.And) else ast.And()
            yield "boolean operator", changed
        case ast.UnaryOp(op=ast.Not()):
            yield "boolean operator", changed.operand
        case ast.BinOp(op=operator) if type(operator) in ARITHMETIC and not _is_text(changed):
            changed.op = ARITHMETIC[type(operator)]()
            yield "arithmetic", changed
        case ast.Constant(value=bool()):
            yield "constant", ast.Constant(not changed.value)
        case ast.Constant(value=int() | float() as number):
            yield "constant", ast.Constant(number + 1)
        case ast.Return(value=ast.expr()) if not isinstance(changed.value, ast.Constant):
            yield "returned value", ast.Return(ast.Constant(None))
        case ast.IfExp():
            changed.body, changed.orelse = changed.orelse, changed.body
            yield "branches", changed
        case ast.Expr(value=ast.Call() | ast.Await()):
            yield "deleted statement", ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield "deleted statement", ast.Pass()
        case _ if isinstance(changed, DELETED):
            yield "deleted statement", ast.Pass()


def _is_text(node: ast.BinOp) -> bool:
    """Whether it is no arithmetic: `_("%(name)s …") % {…}`, or a union of types."""
    if isinstance(node.op, ast.Mod):
        return isinstance(node.right, ast.Dict | ast.Tuple) or isinstance(node.left, ast.Constant)
    return isinstance(node.op, ast.BitOr) and ast.unparse(node.left)[0].isupper()


def mutants_of(path: str, source: str) -> list[Mutant]:
    """Return all mutants of a file."""
    offsets = [0]
    for text in source.encode().splitlines(keepends=True):
        offsets.append(offsets[-1] + len(text))
    mutants: list[Mutant] = []

    def visit(node: ast.AST, statement: tuple[int, int], in_function: bool) -> None:
        if isinstance(node, ast.stmt) and in_function:
            body = getattr(node, "body", None) or getattr(node, "cases", None)
            last = getattr(body[0], "lineno", node.lineno + 1) - 1 if body else node.end_lineno
            statement = node.lineno, max(node.lineno, last or 0)
        if isinstance(node, ast.expr | ast.stmt):
            start = offsets[node.lineno - 1] + node.col_offset
            end = offsets[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
            before = source.encode()[start:end].decode()
            for kind, changed in changes_of(node):
                after = ast.unparse(ast.fix_missing_locations(changed))
                if isinstance(changed, ast.expr) and not isinstance(changed, ast.Constant):
                    after = f"({after})"
                mutants.append(
                    Mutant(path, node.lineno, statement, start, end, before, after, kind)
                )
        inner = in_function or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "type_params", "decorator_list"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST) and not is_for_types(child):
                    # Defaults are computed when the function is made.
                    visit(child, statement, inner and name not in ("args", "name"))

    visit(ast.parse(source), (1, 0), False)
    return mutants


def is_for_types(node: ast.AST) -> bool:
    """Whether a statement is there for type checkers only."""
    return isinstance(node, ast.TypeAlias) or (
        isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    )


def sample(files: Mapping[str, str], number: int, seed: int) -> list[Mutant]:
    """Return one mutant each of about so many lines; of each package a tenth at least."""
    chance = random.Random(seed)
    lines: dict[str, dict[tuple[str, int], list[Mutant]]] = {}
    for path, source in sorted(files.items()):
        package = lines.setdefault(path.split("/")[0], {})
        for mutant in mutants_of(path, source):
            package.setdefault((path, mutant.line), []).append(mutant)
    total = sum(map(len, lines.values()))
    chosen: list[Mutant] = []
    for package in lines.values():
        share = max(round(number * len(package) / total), -(-number // 10))
        picked: Sequence[tuple[str, int]] = chance.sample(sorted(package), min(share, len(package)))
        chosen += [chance.choice(package[line]) for line in sorted(picked)]
    return chosen
