"""Constructs inside of each other, where workspaces, links and vector space meet."""

from tests.occam_programs import outputs


def test_procedure_inside_a_replicated_par():
    body = """
        INT base:
        [4]INT r:
        SEQ
          base := 1000
          PAR i = 1 FOR 4
            INT local:
            PROC add (VAL INT k)
              local := (local + k) + (base + i)
            :
            SEQ
              local := 0
              SEQ j = 0 FOR 3
                add (j)
              r[i - 1] := local
          SEQ i = 0 FOR 4
            out ! r[i]
        """
    assert outputs(body) == [3 + 3 * (1000 + i) for i in range(1, 5)]


def test_three_levels_of_procedures():
    body = """
        INT a:
        PROC outer (VAL INT x)
          INT b:
          PROC middle (VAL INT y)
            INT c:
            PROC inner (VAL INT z)
              a := ((((a + b) + c) + x) + y) + z
            :
            SEQ
              c := 100
              inner (1)
              PAR
                inner (2)
                SKIP
          :
          SEQ
            b := 10
            middle (1000)
            middle (2000)
        :
        SEQ
          a := 0
          outer (10000)
          out ! a
        """
    expected = 0
    for y in (1000, 2000):
        for z in (1, 2):
            expected += 10 + 100 + 10000 + y + z
    assert outputs(body) == [expected]


def test_arrays_at_every_level():
    body = """
        [20]INT a:
        PROC work (VAL INT k, [20]INT result)
          [20]INT b:
          PROC double ()
            [20]INT c:
            SEQ
              SEQ i = 0 FOR 20
                c[i] := b[i] + a[i]
              b := c
          :
          SEQ
            SEQ i = 0 FOR 20
              b[i] := k
            double ()
            PAR j = 0 FOR 2
              [10]INT d:
              SEQ
                SEQ i = 0 FOR 10
                  d[i] := b[i + (j * 10)]
                [result FROM j * 10 FOR 10] := d
        :
        [3][20]INT r:
        SEQ
          SEQ i = 0 FOR 20
            a[i] := i
          PAR
            work (100, r[0])
            SEQ
              [15]INT e:
              SEQ
                e[14] := 7
                work (200, r[1])
                r[1][0] := r[1][0] + e[14]
            PAR k = 2 FOR 1
              work (300, r[k])
          SEQ i = 0 FOR 3
            SEQ
              out ! r[i][0]
              out ! r[i][9]
              out ! r[i][10]
              out ! r[i][19]
        """
    assert outputs(body) == [100, 109, 110, 119, 207, 209, 210, 219, 300, 309, 310, 319]


def test_alt_in_a_procedure_of_a_replicated_par():
    before = """
        PROC merge ([]CHAN OF INT in, CHAN OF INT to, VAL INT messages)
          SEQ k = 0 FOR messages
            INT x:
            ALT i = 0 FOR SIZE in
              in[i] ? x
                to ! x + (i * 100)
        :
        """
    body = """
        [2][3]CHAN OF INT leaf:
        [2]CHAN OF INT branch:
        CHAN OF INT root:
        PAR
          PAR i = 0 FOR 2
            PAR j = 0 FOR 3
              SEQ k = 1 FOR 2
                leaf[i][j] ! k
          PAR i = 0 FOR 2
            merge (leaf[i], branch[i], 6)
          merge (branch, root, 12)
          INT sum, x:
          SEQ
            sum := 0
            SEQ i = 0 FOR 12
              SEQ
                root ? x
                sum := sum + x
            out ! sum
        """
    leaves = sum(k + 100 * j + 100 * i for i in range(2) for j in range(3) for k in (1, 2))
    assert outputs(body, before) == [leaves]


def test_priority_in_a_procedure():
    before = """
        PROC served (CHAN OF INT ask, answer, VAL INT n)
          PRI PAR
            INT x:
            SEQ i = 0 FOR n
              SEQ
                ask ? x
                answer ! x * x
            SKIP
        :
        """
    body = """
        [2]CHAN OF INT ask, answer:
        [2][3]INT r:
        SEQ
          PAR
            PAR i = 0 FOR 2
              served (ask[i], answer[i], 3)
            PAR i = 0 FOR 2
              SEQ j = 0 FOR 3
                SEQ
                  ask[i] ! (i * 10) + j
                  answer[i] ? r[i][j]
          SEQ i = 0 FOR 2
            SEQ j = 0 FOR 3
              out ! r[i][j]
        """
    assert outputs(body, before) == [0, 1, 4, 100, 121, 144]


def test_functions_with_free_names_in_conditions():
    body = """
        VAL [6]INT table IS [3, 1, 4, 1, 5, 9]:
        INT limit:
        BOOL FUNCTION above (VAL INT k) IS table[k] > limit:
        INT FUNCTION first ()
          INT found:
          VALOF
            IF
              IF i = 0 FOR 6
                above (i)
                  found := i
              TRUE
                found := -1
            RESULT found
        :
        SEQ
          limit := 3
          out ! first ()
          limit := 4
          out ! first () + first ()
          limit := 10
          out ! first ()
          limit := 0
          WHILE (first () >= 0) AND (limit < 9)
            limit := limit + 1
          out ! limit
        """
    assert outputs(body) == [2, 8, -1, 9]


def test_many_variables():
    """Offsets of several bytes."""
    declared = "".join(f"INT x{i}:\n" for i in range(60))
    stored = "".join(f"  x{i} := {i} * k\n" for i in range(60))
    added = "".join(f"  k := k + x{i}\n" for i in range(60))
    body = f"INT k:\n{declared}SEQ\n  k := 3\n{stored}{added}  out ! k\n"
    assert outputs(body) == [3 + 3 * sum(range(60))]


def test_long_branches():
    """Jumps over more than 4 kilobytes."""
    long = "".join(f"          x := (x TIMES {1000003 + i}) PLUS {i}\n" for i in range(500))
    body = f"""
        INT x:
        SEQ
          in ? x
          WHILE x > 0
            SEQ
              IF
                x = 1
                  SEQ
{long.replace("          x", "                    x")}                    x := -1
                TRUE
                  x := x - 1
              out ! x
        """
    assert outputs(body, host_sends=bytes([3, 0, 0, 0])) == [2, 1, -1]


def test_long_chains_of_procedures():
    """Each calls the one before twice: time must not double with each."""
    links = "".join(
        f"PROC p{i} (INT x)\n  [10]INT a:\n  SEQ\n    IF\n      x = 3\n        p{i - 1} (x)\n"
        f"      TRUE\n        p{i - 1} (x)\n    a[9] := x\n:\n"
        for i in range(1, 200)
    )
    before = f"PROC p0 (INT x)\n  x := x + 1\n:\n{links}"
    assert outputs("INT x:\nSEQ\n  x := 3\n  p199 (x)\n  out ! x", before) == [4]
