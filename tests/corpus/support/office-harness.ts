/** Converts spreadsheets, presentations and drawings by whole execution plans on the real, sandboxed engines. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FormatId } from '@filesmith/contract/formats'
import { parseStoredOptions } from '@filesmith/contract/operations/parse-options'
import { buildExecutionPlan } from '@filesmith/engines/build-execution-plan'
import type { EngineSettings, StepOutcome } from '@filesmith/engines/engine'
import { engineIds } from '@filesmith/engines/registry'
import { createEngineRuntime } from '@filesmith/engines/runtime'
import { sandboxUnderTest } from '../../support/sandbox-under-test.ts'

interface OfficeConversion {
  readonly input: Uint8Array | string
  readonly from: FormatId
  readonly to: FormatId
  readonly password?: string
  readonly options?: Readonly<Record<string, unknown>>
}

export interface OfficeResult {
  readonly path: string
  readonly bytes: Buffer
  readonly text: string
  readonly outcome: StepOutcome
}

export interface OfficeHarness {
  convert(conversion: OfficeConversion): Promise<OfficeResult>
  /** Error code of a failed conversion; 'converted' when it succeeds. */
  codeOf(conversion: OfficeConversion): Promise<string>
  close(): Promise<void>
}

const presentations: readonly FormatId[] = ['pptx', 'ppt', 'odp', 'key']

const drawings: readonly FormatId[] = ['odg', 'vsdx', 'dxf']

function operationOf(from: FormatId) {
  if (from === 'pages') return 'convert-document'
  return presentations.includes(from) ? 'convert-presentation' : 'convert-spreadsheet'
}

function stepsOf({ from, to, options }: OfficeConversion) {
  // No operation of these formats alone.
  if (drawings.includes(from)) return [{ ability: 'office-drawing-convert', from, to, options: {} }]
  const operation = operationOf(from)
  const requested = parseStoredOptions(operation, { outputFormat: to, ...options })
  return buildExecutionPlan({ operation, from, requested, isAvailable: () => true }).steps
}

export async function startOfficeHarness(settings: Partial<EngineSettings> = {}): Promise<OfficeHarness> {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-office-'))
  const runtime = await createEngineRuntime({
    sandbox: sandboxUnderTest,
    stepTimeoutMs: 60_000,
    helpersPerEngine: 1,
    disabledEngines: engineIds.filter(engine => engine !== 'libreoffice' && engine !== 'pdf'),
    ...settings,
  })
  let count = 0

  async function convert(conversion: OfficeConversion): Promise<OfficeResult> {
    const { input, password } = conversion
    count += 1
    const steps = stepsOf(conversion)
    let path = join(folder, `${count}-input`)
    let outcome: StepOutcome = {}
    await writeFile(path, input)
    for (const [index, step] of steps.entries()) {
      const outputPath = join(folder, `${count}-${index}.${step.to}`)
      outcome = await runtime.runStep({
        step,
        inputPath: path,
        outputPath,
        name: 'file',
        signal: new AbortController().signal,
        onProgress: () => {},
        ...(index === 0 && password !== undefined && { password }),
      })
      path = outputPath
    }
    const bytes = await readFile(path)
    return { path, bytes, text: bytes.toString(), outcome }
  }

  return {
    convert,
    codeOf: conversion =>
      convert(conversion).then(
        () => 'converted',
        error => error.code,
      ),
    async close() {
      await runtime.close()
      await rm(folder, { recursive: true })
    },
  }
}
