import { expect, test } from 'vitest'
import { findPrivateTraces } from './find-private-traces.ts'

// Assembled at run time, so that this file does not itself contain what is searched for.
const path = (...names: string[]) => ['', ...names].join('/')
const linesOf = (text: string) => findPrivateTraces(text, path('srv', 'checkout')).map(({ line }) => line)

test.each([
  ['a home folder', `see ${path('home', 'ada', 'notes.md')}`],
  ['a home folder on a Mac', path('Users', 'ada', 'filesmith')],
  ["root's home", `cd ${path('root', 'filesmith')}`],
  ['this checkout', `at ${path('srv', 'checkout', 'scripts', 'start.mjs')}`],
  ['a registry', ['https:', '', 'npm.registry.example', 'zod'].join('/')],
  ['the public registry', ['registry', 'npmjs', 'org'].join('.')],
])('findPrivateTraces: finds %s', (_name, text) => {
  expect(linesOf(`first line\n${text}\n`)).toEqual([2])
})

test.each([
  'https://example.com/home/',
  'packages/web/src/features/home/page.tsx',
  '/api/convert/image',
  'the tool registry in registry.ts',
  '/usr/bin/chromium',
])('findPrivateTraces: accepts %s', text => {
  expect(linesOf(text)).toEqual([])
})
