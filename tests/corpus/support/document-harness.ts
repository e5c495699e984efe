/** Converts documents with the real, sandboxed LibreOffice engine in a temporary folder. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FormatId } from '@filesmith/contract/formats'
import type { EngineSettings, Progress } from '@filesmith/engines/engine'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import { createEngineRuntime } from '@filesmith/engines/runtime'
import { readZip } from '../../support/read-zip.ts'
import { sandboxUnderTest } from '../../support/sandbox-under-test.ts'

interface DocumentConversion {
  readonly input: Uint8Array | string
  readonly from: FormatId
  readonly to: FormatId
  readonly password?: string
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: Progress) => void
}

export interface DocumentHarness {
  /** Path of the result. */
  convert(conversion: DocumentConversion): Promise<string>
  /** Error code of a failed conversion; 'converted' when it succeeds. */
  codeOf(conversion: DocumentConversion): Promise<string>
  /** The text of a result in order, with whitespace collapsed. */
  textOf(path: string, format: FormatId): Promise<string>
  /** Names of all files that conversions left besides inputs and results. */
  leftovers(): Promise<string[]>
  close(): Promise<void>
}

export async function startDocumentHarness(settings: Partial<EngineSettings> = {}): Promise<DocumentHarness> {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-documents-'))
  const runtime = await createEngineRuntime({
    sandbox: sandboxUnderTest,
    stepTimeoutMs: 45_000,
    disabledEngines: ['sharp', 'magick', 'ffmpeg'],
    ...settings,
  })
  let count = 0

  async function convert({ input, from, to, password, signal, onProgress }: DocumentConversion) {
    count += 1
    const inputPath = join(folder, `${count}-input`)
    const outputPath = join(folder, `${count}-output.${to}`)
    await writeFile(inputPath, input)
    await runtime.runStep({
      step: { ability: 'office-convert', from, to, options: {} },
      inputPath,
      outputPath,
      signal: signal ?? new AbortController().signal,
      onProgress: onProgress ?? (() => {}),
      ...(password === undefined ? {} : { password }),
    })
    return outputPath
  }

  /** RTF is converted to plain text first. */
  async function textOf(path: string, format: FormatId): Promise<string> {
    if (format === 'rtf')
      return textOf(await convert({ input: await readFile(path), from: 'rtf', to: 'txt' }), 'txt')
    if (format === 'pdf') return (await readPdf(path)).pages.join(' ')
    if (format === 'docx')
      return words((await readZip(await readFile(path))).get('word/document.xml')?.toString() ?? '')
    if (format === 'odt')
      return words((await readZip(await readFile(path))).get('content.xml')?.toString() ?? '')
    return words(await readFile(path, 'utf8'))
  }

  return {
    convert,
    codeOf: conversion =>
      convert(conversion).then(
        () => 'converted',
        error => error.code,
      ),
    textOf,
    leftovers: async () => (await readdir(folder)).filter(name => !/^\d+-(input|output\.\w+)$/.test(name)),
    async close() {
      await runtime.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** Text between tags; block elements separate words, inline elements do not. */
function words(markup: string): string {
  return markup
    .replace(/<style[^>]*>[^<]*<\/style>/g, ' ')
    .replace(/<\/?(?:w:r|w:t|w:rPr|a|span|strong|em|sup|font)(?: [^>]*)?>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;|&#160;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
}
