/**
 * Selects the test files that a change can reach, the nearest first, until they fill the time for one change: those beside
 * it, those that its subject names, and those that get to it through imports.
 */
import { posix } from 'node:path'
import type { Graph } from '../import-rules/find-import-cycles.ts'
import { readImports } from '../import-rules/read-imports.ts'
import { createResolver } from '../import-rules/resolve-import.ts'
import { type SourceTree, sourcesOf } from '../import-rules/source-tree.ts'
import type { ChosenSuite } from './choose-suites.ts'
import type { SuiteName } from './suites.ts'

/** Seconds of a test file of each suite, as the whole suites took on two cores. */
const secondsOf: Readonly<Record<SuiteName, number>> = {
  unit: 0.3,
  web: 0.5,
  corpus: 5,
  integration: 3,
  faults: 25,
  e2e: 12,
}
/** A module and its test, or one that imports it: always run. */
const nearestSteps = 1
/** Between a test that imports the change directly, and one that gets there by further modules. */
const namedSteps = 1.5

export interface ChangedChoice {
  readonly chosen: readonly ChosenSuite[]
  /** Reached by the change too, but not run. */
  readonly leftOut: readonly ChosenSuite[]
}

export function chooseChanged(
  tree: SourceTree,
  changed: readonly string[],
  suites: readonly ChosenSuite[],
  maxSeconds: number,
): ChangedChoice {
  const steps = stepsToChange(graphOf(tree), changed)
  const subjects = subjectsOf(changed)
  const reached = suites
    .flatMap(({ suite, files }) =>
      files.map(file => ({ suite, file, seconds: secondsOf[suite.name as SuiteName] })),
    )
    .map(test => ({
      ...test,
      steps: Math.min(steps.get(test.file) ?? Infinity, isNamed(test.file, subjects)),
    }))
    .filter(test => test.steps < Infinity)
    .toSorted((one, other) => one.steps - other.steps || one.seconds - other.seconds)
  let usedSeconds = 0
  const run = new Set<string>()
  for (const { file, seconds, steps: distance } of reached) {
    if (distance > nearestSteps && usedSeconds + seconds > maxSeconds) continue
    usedSeconds += seconds
    run.add(file)
  }
  const isReached = new Set(reached.map(({ file }) => file))
  const part = (isIn: (file: string) => boolean) =>
    suites
      .map(({ suite, files }) => ({ suite, files: files.filter(isIn) }))
      .filter(({ files }) => files.length > 0)
  return { chosen: part(file => run.has(file)), leftOut: part(file => isReached.has(file) && !run.has(file)) }
}

const testPath = /\.(?:test|spec)\.tsx?$/
const sourcePath = /^packages\/\w+\/src\/(.*?)(?:\.[\w.-]+)?$/
/** Shorter words, and those that name kinds of modules, say nothing of the subject. */
const minLetters = 3
const generic = new Set(
  'abilities and app build contract create database domain engine engines features find file files for from http index lib make model native process program read routes run schemas server settings start support tasks test tests texts the tools types use with write'.split(
    ' ',
  ),
)

/** Words in the paths of changed modules: formats, tools, operations and parts of them. */
function subjectsOf(changed: readonly string[]): ReadonlySet<string> {
  const words = changed.flatMap(path => sourcePath.exec(path)?.[1]?.split(/[/.-]/) ?? [])
  return new Set(words.filter(word => word.length >= minLetters && !generic.has(word)))
}

/** A test whose file name has two of the words, or one that is all of it. */
function isNamed(file: string, subjects: ReadonlySet<string>): number {
  const words = posix.basename(file).replace(testPath, '').split('-')
  const named = words.filter(word => subjects.has(word) || subjects.has(word.replace(/s$/, '')))
  return named.length >= Math.min(2, words.length) ? namedSteps : Infinity
}

const pathInText = /['"`]([\w@./-]+\.(?:tsx?|mjs|py|pl|json|md|css|sql|sh))['"`]/g

/** Modules that each module imports or names as a path: programs of helpers are started by their path. */
function graphOf(tree: SourceTree): Graph {
  const resolve = createResolver(tree)
  return new Map(
    sourcesOf(tree).map(file => {
      const text = tree.read(file)
      const imported = readImports(file, text).flatMap(({ specifier }) => {
        const target = resolve(file, specifier)
        return target.kind === 'file' ? [target.path] : []
      })
      const named = [...text.matchAll(pathInText)].flatMap(([, path = '']) => {
        const folders = [posix.dirname(file), '.', /^packages\/\w+\/src/.exec(file)?.[0] ?? '.']
        return folders.map(folder => posix.join(folder, path)).filter(candidate => tree.files.has(candidate))
      })
      return [file, [...imported, ...named]] as const
    }),
  )
}

/** How many imports lead from each module to the next changed one. */
function stepsToChange(graph: Graph, changed: readonly string[]): ReadonlyMap<string, number> {
  const importers = new Map<string, string[]>()
  for (const [file, targets] of graph)
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file])
  const steps = new Map(changed.map(file => [file, 0]))
  const queue = [...changed]
  for (const file of queue)
    for (const importer of importers.get(file) ?? [])
      if (!steps.has(importer)) {
        steps.set(importer, (steps.get(file) ?? 0) + 1)
        queue.push(importer)
      }
  return steps
}
