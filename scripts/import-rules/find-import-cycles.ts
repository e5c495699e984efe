/** Finds import cycles and the shortest path around each. */

export type Graph = ReadonlyMap<string, readonly string[]>

/** One cycle per strongly connected component, so that each mistake is reported once. */
export function findImportCycles(graph: Graph): string[][] {
  const cycles: string[][] = []
  const settled = new Set<string>()
  for (const start of [...graph.keys()].toSorted()) {
    if (settled.has(start)) continue
    const cycle = shortestCycle(graph, start)
    if (cycle === undefined) continue
    cycles.push(cycle)
    for (const file of knotOf(graph, start)) settled.add(file)
  }
  return cycles
}

function shortestCycle(graph: Graph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const file of queue) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) return pathTo(file, start, cameFrom)
      if (cameFrom.has(next)) continue
      cameFrom.set(next, file)
      queue.push(next)
    }
  }
  return undefined
}

function pathTo(last: string, start: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const path = [start]
  for (let file = last; file !== start; file = cameFrom.get(file) ?? start) path.unshift(file)
  return [start, ...path]
}

function knotOf(graph: Graph, start: string): string[] {
  const reachable = reach(graph, start)
  return [...reachable].filter(file => reach(graph, file).has(start))
}

function reach(graph: Graph, start: string): Set<string> {
  const seen = new Set<string>()
  const queue = [start]
  for (const file of queue) {
    for (const next of graph.get(file) ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      queue.push(next)
    }
  }
  return seen
}
