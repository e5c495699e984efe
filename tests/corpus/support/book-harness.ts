/** Converts books, comics and texts with markup by the real, sandboxed engines, along the route of the operation. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FormatId } from '@filesmith/contract/formats'
import type { OperationId } from '@filesmith/contract/operations/registry'
import { routeFor } from '@filesmith/engines/build-execution-plan'
import { abilities } from '@filesmith/engines/registry'
import { createEngineRuntime } from '@filesmith/engines/runtime'
import { afterAll, beforeAll } from 'vitest'
import { sandboxUnderTest } from '../../support/sandbox-under-test.ts'

interface BookConversion {
  readonly operation: OperationId
  readonly input: string | Uint8Array
  readonly from: FormatId
  readonly to: FormatId
}

export interface ConvertedBook {
  readonly path: string
  readonly bytes: Buffer
  readonly notes: readonly string[]
  readonly warnings: readonly string[]
}

interface BookEngines {
  readonly convert: (conversion: BookConversion) => Promise<ConvertedBook>
  /** Error code of a failed conversion; 'converted' if it succeeds. */
  readonly codeOf: (conversion: BookConversion) => Promise<string>
}

/** Started once for the tests of a file. */
export function useBookEngines(): BookEngines {
  let started: Awaited<ReturnType<typeof startBookHarness>> | undefined
  beforeAll(async () => {
    started = await startBookHarness()
  })
  afterAll(() => started?.close())
  const convert = (conversion: BookConversion) => {
    if (started === undefined) throw new Error('the engines are started before the first test')
    return started.convert(conversion)
  }
  return {
    convert,
    codeOf: conversion =>
      convert(conversion).then(
        () => 'converted',
        error => error.code,
      ),
  }
}

async function startBookHarness() {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-books-'))
  const runtime = await createEngineRuntime({
    sandbox: sandboxUnderTest,
    disabledEngines: [
      'sharp',
      'magick',
      'ffmpeg',
      'pdf-tools',
      'archive',
      'ocr',
      'speech',
      'translation',
      'gif',
    ],
  })
  let count = 0
  return {
    async convert({ operation, input, from, to }: BookConversion): Promise<ConvertedBook> {
      const route = routeFor(operation, from, to, abilities)
      if (route === undefined) throw new Error(`no route from ${from} to ${to}`)
      count += 1
      let inputPath = join(folder, `${count}-input`)
      await writeFile(inputPath, input)
      const [notes, warnings]: [string[], string[]] = [[], []]
      for (const [index, { ability, ...step }] of route.entries()) {
        const outputPath = join(folder, `${count}-${index}.${step.to}`)
        const outcome = await runtime.runStep({
          step: { ability: ability.id, ...step, options: {} },
          inputPath,
          outputPath,
          name: 'harbor',
          signal: new AbortController().signal,
          onProgress: () => {},
        })
        notes.push(...(outcome.notes ?? []))
        warnings.push(...(outcome.warnings ?? []))
        inputPath = outputPath
      }
      return { path: inputPath, bytes: await readFile(inputPath), notes, warnings }
    },
    async close() {
      await runtime.close()
      await rm(folder, { recursive: true })
    },
  }
}
