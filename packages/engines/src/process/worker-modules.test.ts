/** The worker's own process reads what users sent only where the threat model says so, with its limit. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const sources = fileURLToPath(new URL('..', import.meta.url))
const threatModel = new URL('../../../../docs/threat-model.md', import.meta.url)

/** Modules that the worker loads with the engines; programs of the sandbox are started by their path. */
function workerModules(): Map<string, string> {
  const modules = new Map<string, string>()
  const visit = (path: string) => {
    if (modules.has(path) || !existsSync(path)) return
    const text = readFileSync(path, 'utf8')
    modules.set(path, text)
    const imported = /^(?:import|export)\s+(?!type\b)[^;']*?from\s+'(\.[^']+)'|import\(\s*'(\.[^']+)'\s*\)/gm
    for (const [, fixed, lazy] of text.matchAll(imported)) visit(resolve(dirname(path), fixed ?? lazy ?? ''))
  }
  visit(resolve(sources, 'runtime.ts'))
  return modules
}

const reading =
  /\b(?:(?:readFile|readFileSync|readReport|createReadStream|JSON\.parse)|(?:file|source|audio)\.read)\(/

test('worker: no engine sniffs content in the worker itself', () => {
  const modules = workerModules()
  expect(modules.size).toBeGreaterThan(200)
  const sniffing = [...modules].filter(([, text]) => /from '@filesmith\/contract\/sniff/.test(text))
  expect(sniffing.map(([path]) => relative(sources, path))).toEqual([])
})

test('docs/threat-model.md: names every module of the engines that reads files or messages in the worker', () => {
  const page = readFileSync(threatModel, 'utf8')
  const section = page.slice(page.indexOf('### Read by the worker itself'))
  const table = section.slice(0, section.indexOf('\n### ', 1))
  const named = [...table.matchAll(/`([\w/-]+\.ts)`/g)].map(([, path]) => path)
  const found = [...workerModules()].filter(([, text]) => reading.test(text))
  expect([...new Set(named)].toSorted()).toEqual(found.map(([path]) => relative(sources, path)).toSorted())
})
