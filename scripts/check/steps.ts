/** The steps of `npm run check`, the longest first. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { auditDependencies, type NotAsked } from '../audit/audit-dependencies.ts'
import { checkLicenses } from '../audit/check-licenses.ts'
import { checkImportRules } from '../import-rules/check-import-rules.ts'
import { sourcesOf, treeOnDisk } from '../import-rules/source-tree.ts'
import { checkBundledBinaries } from '../lockfile/check-bundled-binaries.ts'
import { checkLockfile } from '../lockfile/check-lockfile.ts'
import { node24Path } from '../node-24.mjs'
import { rootFolder } from '../root-folder.mjs'
import { runQuietly } from '../setup/run-quietly.mjs'
import { findBannedWords } from './find-banned-words.ts'
import { findBareAddresses } from './find-bare-addresses.ts'
import { findHomonyms } from './find-homonyms.ts'
import { findLooseTexts } from './find-loose-texts.ts'
import { findPrivateTraces } from './find-private-traces.ts'
import { findSlowExpressions } from './regular-expressions/check-expressions.ts'

export interface CheckStep {
  readonly name: string
  /** Returns the problems found, or why the step could not run. */
  run(): Promise<readonly string[] | NotAsked>
}

/** Engines, cli and server belong to the first, which imports most of them, so that they are checked once. */
const projects = ['.', 'packages/web', 'packages/contract', 'packages/client']

export const steps: readonly CheckStep[] = [
  ...projects.map(project => ({
    name: `types of ${nameOf(project)}`,
    // Each further checker works out the shared types again, and the other core has its own step.
    run: () => runTool('typescript/bin/tsc', ['-p', project, '--checkers', '1']),
  })),
  {
    name: 'unused files, exports and dependencies',
    run: () => runTool('knip/bin/knip.js', ['--no-progress']),
  },
  {
    name: 'format and lint',
    run: () => runTool('@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '--colors=off', '.']),
  },
  { name: 'regular expressions in linear time', run: async () => slowExpressions() },
  { name: 'import rules', run: async () => brokenImportRules() },
  { name: 'UI texts outside of messages', run: async () => looseTexts() },
  { name: 'addresses without the base path', run: async () => bareAddresses() },
  { name: 'words of the glossary', run: async () => bannedWords() },
  { name: 'unique exported names', run: async () => homonyms() },
  {
    name: 'lockfile, with native packages for arm64 and x64',
    run: async () => [...checkLockfile(readLockfile()), ...checkBundledBinaries(rootFolder)],
  },
  { name: 'licenses and install scripts of dependencies', run: async () => checkLicenses(readLockfile()) },
  { name: 'known vulnerabilities of dependencies', run: () => auditDependencies(rootFolder) },
  { name: 'private paths and registry addresses', run: async () => privateTraces() },
]

function nameOf(project: string): string {
  return project === '.' ? 'packages/{engines,cli,server}, scripts and tests' : project
}

async function runTool(program: string, args: readonly string[]): Promise<string[]> {
  const path = join(rootFolder, 'node_modules', program)
  const { isOk, output } = await runQuietly([node24Path, path, ...args], { cwd: rootFolder })
  return isOk ? [] : [output.trimEnd()]
}

function brokenImportRules(): string[] {
  return checkImportRules(treeOnDisk(rootFolder)).map(({ file, line, reason }) => `${file}:${line} ${reason}`)
}

function slowExpressions(): readonly string[] {
  return findSlowExpressions(treeOnDisk(rootFolder), { isThorough: process.env.THOROUGH === '1' })
}

const isTestSource = (path: string) => /\.(?:test|fixture|test-support)\./.test(path)

function bareAddresses(): string[] {
  const tree = treeOnDisk(rootFolder)
  return sourcesOf(tree)
    .filter(path => !isTestSource(path))
    .flatMap(path =>
      findBareAddresses(path, tree.read(path)).map(
        ({ line, text, instead }) => `${path}:${line} '${text}': use ${instead}`,
      ),
    )
}

function looseTexts(): string[] {
  const tree = treeOnDisk(rootFolder)
  return sourcesOf(tree)
    .filter(path => path.startsWith('packages/web/src/') && !isTestSource(path))
    .flatMap(path =>
      findLooseTexts(path, tree.read(path)).map(
        ({ line, text }) => `${path}:${line} '${text}' belongs to packages/contract/src/messages`,
      ),
    )
}

function readLockfile() {
  return JSON.parse(readFileSync(join(rootFolder, 'package-lock.json'), 'utf8')).packages
}

/** Quotes the specification, which is British here and there. */
const quotingFiles = ['docs/checklist.md']
/** Lists the words themselves. */
const listingFiles = /^(?:scripts\/check\/(?:find-)?banned-words|docs\/glossary\.md)/
const wordedFile = /\.(?:tsx?|mjs|py|md|ya?ml|sh|css|html|conf)$|Dockerfile$/

function bannedWords(): string[] {
  return trackedFiles()
    .filter(path => wordedFile.test(path) && !quotingFiles.includes(path) && !listingFiles.test(path))
    .flatMap(path =>
      findBannedWords(path, read(path)).map(
        ({ line, text, instead }) => `${path}:${line} '${text}': write ${instead}`,
      ),
    )
}

function homonyms(): string[] {
  const isProduct = (path: string) =>
    /^packages\/\w+\/src\/.*\.tsx?$/.test(path) && !/\.(?:test|fixture|test-suite|test-support)\./.test(path)
  return findHomonyms(
    trackedFiles()
      .filter(isProduct)
      .map(path => ({ path, source: read(path) })),
  ).map(({ name, files }) => `${name} is exported by ${files.join(' and ')}`)
}

function privateTraces(): string[] {
  return trackedFiles().flatMap(file => {
    const text = read(file)
    const isBinary = text.includes('\0')
    const traces = isBinary ? [] : findPrivateTraces(text, rootFolder)
    return traces.map(({ line, found }) => `${file}:${line} contains ${found}`)
  })
}

function trackedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: rootFolder,
    encoding: 'utf8',
  })
  return listed.split('\0').filter(path => path !== '' && existsSync(join(rootFolder, path)))
}

function read(path: string): string {
  return readFileSync(join(rootFolder, path), 'utf8')
}
