/**
 * LibreOffice engine with damaged, protected and oversized documents, and with stopped helpers: clear errors, and
 * the next job runs.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FormatId } from '@filesmith/contract/formats'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readZip } from '../support/read-zip.ts'
import { type DocumentHarness, startDocumentHarness } from './support/document-harness.ts'
import { processesBelow } from './support/processes-below.ts'
import { protectDocx } from './support/protect-docx.ts'
import { reportDocx, sampleDocument } from './support/report.ts'
import { paragraph, writeDocx } from './support/write-docx.ts'
import { writeZip } from './support/write-zip.ts'

let harness: DocumentHarness

beforeAll(async () => {
  harness = await startDocumentHarness({ helpersPerEngine: 1 })
})

afterAll(async () => {
  expect(await harness.leftovers()).toEqual([])
  await harness.close()
})

describe('text input: detects the encoding', () => {
  const textOf = async (input: Buffer) =>
    readFile(await harness.convert({ input, from: 'txt', to: 'txt' }), 'utf8')
  const western = 'Où est-il ? Ça coûte 5 € à Noël, déjà l’été.\n'

  test('Unicode, with and without a byte order mark', async () => {
    const text = 'Grüße, 世界, שלום, Zażółć — “fine”\n'
    expect(await textOf(Buffer.from(text))).toBe(text)
    expect(await textOf(Buffer.from(`\ufeff${text}`))).toBe(text)
    expect(await textOf(Buffer.from(`\ufeff${text}`, 'utf16le'))).toBe(text)
    expect(await textOf(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())).toBe(text)
    const plain = 'Only letters that every program knows.\r\nIn two lines.\n'
    expect(await textOf(Buffer.from(plain, 'utf16le'))).toBe(plain.replace('\r', ''))
  })

  /** Spelled out as bytes, because nothing here can write these encodings. */
  test.each([
    ['Windows-1252', western, westernBytes(western)],
    ['KOI8-R', 'Привет, мир', 'f0d2c9d7c5d42c20cdc9d2'],
    ['Windows-1251', 'Привет, мир', 'cff0e8e2e5f22c20ece8f0'],
    ['Shift_JIS', 'すべての人間は自由である', '82b782d782c482cc906c8ad482cd8ea9975282c582a082e9'],
    ['EUC-JP', 'すべての人間は', 'a4b9a4d9a4c6a4cebfcdb4d6a4cf'],
    ['GB 18030', '人人生而自由，在', 'c8cbc8cbc9fab6f8d7d4d3c9a3acd4da'],
    ['Big5', '人人生而自由，在', 'a448a448a5cda6d3a6dba5d1a141a662'],
    ['EUC-KR', '모든 인간은', 'b8f0b5e720c0ceb0a3c0ba'],
    ['code page 037', 'Mainframe text [037].\n', 'd4818995869981948540a385a7a340baf0f3f7bb4b15'],
    ['code page 500', 'Mainframe text [500].\n', 'd4818995869981948540a385a7a3404af5f0f05a4b15'],
    ['code page 1047', 'Mainframe text [1047].\n', 'd4818995869981948540a385a7a340adf1f0f4f7bd4b15'],
    ['UTF-16 without a mark', 'Это текст.\n', Buffer.from('Это текст.\n', 'utf16le').toString('hex')],
    ['ISO 8859-2', 'Zażółć gęślą jaźń', '5a61bff3b3e62067eab66cb1206a61bcf1'],
  ])('%s', async (_, text, bytes) => {
    expect(await textOf(Buffer.from(bytes, 'hex'))).toBe(text)
  })

  test('html: uses the declared charset', async () => {
    const input = Buffer.from('<html><meta charset="windows-1251"><p>\xcc\xe8\xf0</p></html>', 'latin1')
    const path = await harness.convert({ input, from: 'html', to: 'txt' })
    expect(await readFile(path, 'utf8')).toContain('Мир')
  })
})

function westernBytes(text: string): string {
  return Buffer.from(text.replace('€', '\x80').replace('’', '\x92'), 'latin1').toString('hex')
}

/** After every one of these tests the engine must still work and leave no partial files. */
function checkEngineAfterEach(): void {
  afterEach(async () => {
    await harness.convert({ input: writeDocx({ body: paragraph('fine') }), from: 'docx', to: 'txt' })
    expect(await harness.leftovers()).toEqual([])
  })
}

describe('office-convert: damaged documents', () => {
  checkEngineAfterEach()

  test.each(['doc', 'odt'] as const)('rejects a truncated %s whose text is missing', async from => {
    const complete = await sampleDocument(`report.${from}`)
    const run = harness.convert({ input: complete.subarray(0, complete.length / 2), from, to: 'pdf' })
    await expect(run).rejects.toMatchObject({
      code: 'file-damaged',
      message: `This ${from.toUpperCase()} file is damaged or incomplete and cannot be read.`,
    })
  })

  test('rejects random bytes in every format', async () => {
    const noise = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 2_654_435_761) >>> 24))
    for (const from of ['docx', 'doc', 'odt', 'rtf', 'txt'] as const)
      expect(await harness.codeOf({ input: noise, from, to: 'pdf' })).toBe('file-damaged')
  })

  test('rejects a zip without a document and one with malformed XML', async () => {
    const parts = Object.fromEntries(await readZip(await reportDocx()))
    const damaged: [FormatId, Buffer][] = [
      ['docx', writeZip({ 'notes.txt': 'hello' })],
      ['odt', writeZip({ mimetype: 'application/vnd.oasis.opendocument.text' })],
      ['docx', writeZip({ ...parts, 'word/document.xml': '<w:document><w:body>' })],
      ['docx', writeZip({})],
      ['docx', Buffer.alloc(0)],
    ]
    for (const [from, input] of damaged)
      expect(await harness.codeOf({ input, from, to: 'pdf' })).toBe('file-damaged')
  })

  test('rejects entity expansion and external entities', async () => {
    const parts = Object.fromEntries(await readZip(writeDocx({ body: paragraph('ENTITY') })))
    const text = String(parts['word/document.xml'])
    for (const entity of ['"ha"', 'SYSTEM "file:///etc/hostname"']) {
      const markup = text
        .replace('?>', `?><!DOCTYPE x [<!ENTITY x ${entity}>]>`)
        .replace('ENTITY</w:t>', '&x;</w:t>')
      const input = writeZip({ ...parts, 'word/document.xml': markup })
      expect(await harness.codeOf({ input, from: 'docx', to: 'txt' })).toBe('file-damaged')
    }
  })

  test('repairs a package with a malformed entry name in its directory', async () => {
    const input = Buffer.from(await reportDocx())
    const entry = input.lastIndexOf('PK\x01\x02')
    // Declared as UTF-8, but invalid.
    input.writeUInt16LE(0x800, entry + 8)
    input.fill(0xe8, entry + 46, entry + 50)
    expect(await harness.codeOf({ input, from: 'docx', to: 'txt' })).toBe('converted')
  })

  test('rejects a decompression bomb before opening it', async () => {
    const input = writeDocx({ body: paragraph('a'.repeat(201 * 1024 * 1024)) })
    expect(input.length).toBeLessThan(1_000_000)
    expect(await harness.codeOf({ input, from: 'docx', to: 'pdf' })).toBe('needs-too-much-memory')
  })
})

describe.each(['docx', 'odt', 'doc'] as const)('office-convert: protected %s', from => {
  checkEngineAfterEach()

  test('requires the password, rejects a wrong one and opens with the right one', async () => {
    const input = await sampleDocument(`protected.${from}`)
    const open = (password?: string) => ({
      input,
      from,
      to: 'txt' as const,
      ...(password && { password }),
    })
    expect(await harness.codeOf(open())).toBe('password-needed')
    expect(await harness.codeOf(open('open barley'))).toBe('password-wrong')
    expect(await readFile(await harness.convert(open('open sesame')), 'utf8')).toContain(
      'Behind the password',
    )
  })
})

describe.each([
  ['XLSX', 'xl/workbook.xml'],
  ['PPTX', 'ppt/presentation.xml'],
])('office-convert: protected %s', (format, mainPart) => {
  checkEngineAfterEach()

  test('is asked for its password, then named', async () => {
    const parts = { '[Content_Types].xml': '<Types/>', [mainPart]: '<x/>', 'image.bin': randomBytes(8192) }
    const input = protectDocx(writeZip(parts), 'open sesame')
    const conversion = { input, from: 'docx', to: 'pdf' } as const
    expect(await harness.codeOf(conversion)).toBe('password-needed')
    const opened = harness.convert({ ...conversion, password: 'open sesame' })
    await expect(opened).rejects.toMatchObject({ code: 'unsupported-input', params: { format } })
  })
})

describe('office-convert: cancellation and crashes', () => {
  checkEngineAfterEach()

  const long = writeDocx({ body: paragraph('Many words are here. '.repeat(40)).repeat(600) })

  test('CONV-19 canceling stops LibreOffice and leaves no files', async () => {
    const cancel = new AbortController()
    let running: number[] = []
    const run = harness.convert({
      input: long,
      from: 'docx',
      to: 'pdf',
      signal: cancel.signal,
      onProgress: ({ stage }) => {
        if (stage !== 'write' || cancel.signal.aborted) return
        running = processesBelow(process.pid, 'soffice.bin')
        cancel.abort()
      },
    })
    await expect(run).rejects.toMatchObject({ code: 'cancelled' })
    expect(running.length).toBeGreaterThan(0)
    await vi.waitFor(() => expect(running.filter(pid => existsSync(`/proc/${pid}`))).toEqual([]), 5000)
  })

  test('a killed LibreOffice is an internal fault, not a damaged document', async () => {
    const run = harness.convert({
      input: long,
      from: 'docx',
      to: 'pdf',
      onProgress: ({ stage }) => {
        if (stage !== 'write') return
        for (const pid of processesBelow(process.pid, 'soffice.bin')) process.kill(pid, 'SIGKILL')
      },
    })
    await expect(run).rejects.toMatchObject({ isFault: true })
  })

  test('a helper whose worker dies before it is ready stops LibreOffice', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'filesmith-office-'))
    const program = fileURLToPath(
      new URL('../../packages/engines/src/libreoffice/office/main.py', import.meta.url),
    )
    const helper = spawn('/usr/bin/python3', ['-B', program, join(folder, 'office')], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    helper.stdout.destroy()
    await once(helper, 'exit')
    expect(processesBelow(1, folder)).toEqual([])
    await rm(folder, { recursive: true })
  })

  test('a LibreOffice killed between two documents is replaced for the second', async () => {
    for (const pid of processesBelow(process.pid, 'soffice.bin')) process.kill(pid, 'SIGKILL')
    const input = writeDocx({ body: paragraph('after all') })
    const path = await harness.convert({ input, from: 'docx', to: 'txt' })
    expect(await readFile(path, 'utf8')).toContain('after all')
  })

  test('stops a job that takes too long or needs too much memory', async () => {
    const shortTimeout = await startDocumentHarness({ stepTimeoutMs: 400 })
    const littleMemory = await startDocumentHarness({ maxMemoryBytes: 100_000_000 })
    try {
      const input = long
      expect(await shortTimeout.codeOf({ input, from: 'docx', to: 'pdf' })).toBe('took-too-long')
      expect(await littleMemory.codeOf({ input, from: 'docx', to: 'pdf' })).toBe('needs-too-much-memory')
    } finally {
      await shortTimeout.close()
      await littleMemory.close()
    }
    expect(await shortTimeout.leftovers().catch(() => 'gone')).toBe('gone')
  })
})
