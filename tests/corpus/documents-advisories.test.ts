/**
 * Documents of published advisories, converted without a sandbox: only sanitizing of the file and of the loaded
 * document keeps them from fetching or disclosing anything. A plain LibreOffice proves that the files are
 * effective.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { AppError } from '@filesmith/contract/errors'
import type { FormatId } from '@filesmith/contract/formats'
import { startOfficeHelper } from '@filesmith/engines/libreoffice/office-helper'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import { createSandbox } from '@filesmith/engines/process/sandbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readZip } from '../support/read-zip.ts'
import { partOf } from '../support/thorough.ts'
import { type AdvisoryDocument, advisoryDocuments, visibleWords } from './hostile/advisories.ts'
import { type Bait, setUpBait } from './hostile/bait.ts'
import { findCanary } from './hostile/canary.ts'
import { type DocumentHarness, startDocumentHarness } from './support/document-harness.ts'
import { hostileDocuments } from './support/hostile-documents.ts'
import { protectDocx } from './support/protect-docx.ts'
import { reportDocx } from './support/report.ts'

const minutesMs = 60_000
const soffice = '/usr/lib/libreoffice/program/soffice.bin'
const pathOf = (name: string) => join(folder, name)
let folder: string
let bait: Bait
let documents: AdvisoryDocument[]

/** Placeholder, because titles are needed before the sockets exist. */
const noTargets = {
  http: 'http://unused',
  http6: '',
  udp: '',
  unixSocket: '',
  text: '',
  image: '',
  video: '',
  audio: '',
}
const titles = advisoryDocuments({ ...noTargets, otherJob: { text: '', image: '', video: '' } }).map(
  ({ advisory, what }, index) => [advisory, what, index] as const,
)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-advisories-'))
  await mkdir(pathOf('jobs'))
  bait = await setUpBait(folder, pathOf('jobs'), 'advisories')
  documents = advisoryDocuments(bait.targets)
})

afterAll(async () => {
  await bait.close()
  await rm(folder, { recursive: true })
})

function documentNamed(what: string): AdvisoryDocument {
  const found = documents.find(document => document.what === what)
  if (found === undefined) throw new Error(`no document "${what}"`)
  return found
}

/** Links and instructions that would execute or load something, if a result contained them. */
const forbidden =
  /vnd\.sun\.star|vnd\.libreoffice|macro:|service:|file:\/|\.exe|INCLUDE(?:PICTURE|TEXT)|DDEAUTO/i

async function linksOf(path: string, format: FormatId): Promise<string[]> {
  if (format === 'pdf') return (await readPdf(path)).links.filter(link => forbidden.test(link))
  if (format === 'html')
    return (
      (await readFile(path, 'utf8')).match(/(?:src|href|url\()[^>\s]*(?:file:|vnd\.|macro:)[^>\s]*/gi) ?? []
    )
  const parts = [...(await readZip(await readFile(path)))].filter(([name]) => /\.(?:xml|rels)$/.test(name))
  const external = parts.flatMap(([, part]) => [
    ...part.toString().matchAll(/Type="[^"]*\/(\w+)" Target="([^"]*)" TargetMode="External"/g),
  ])
  return [
    ...external.filter(([, type]) => type !== 'hyperlink').map(([whole]) => whole),
    ...parts
      .filter(([, part]) => forbidden.test(part.toString()))
      .map(([name]) => `${name} contains a forbidden link`),
  ]
}

async function expectHarmless(path: string, format: FormatId): Promise<void> {
  expect(await findCanary(path, format, bait.secrets)).toEqual([])
  expect(await linksOf(path, format)).toEqual([])
  expect(bait.takeConnections()).toEqual([])
}

/** LibreOffice as a user runs it, with its own profile. */
async function runPlainLibreOffice(to: string, names: readonly string[]): Promise<void> {
  const profile = `-env:UserInstallation=file://${pathOf('profile')}`
  const args = [
    profile,
    '--headless',
    '--norestore',
    '--nolockcheck',
    '--convert-to',
    to,
    '--outdir',
    pathOf('plain'),
    ...names.map(pathOf),
  ]
  const env = { PATH: '/usr/bin:/bin', HOME: folder, SAL_USE_VCLPLUGIN: 'svp' }
  const run = () => promisify(execFile)(soffice, args, { env, timeout: minutesMs, killSignal: 'SIGKILL' })
  // With a new profile LibreOffice exits once and asks to be restarted.
  await run().catch(error => (error.code === 79 || error.code === 81 ? run() : Promise.reject(error)))
}

describe('plain LibreOffice (control)', () => {
  test(
    'fetches and embeds what these documents reference',
    async () => {
      const { http: address, image: imagePath, text: textPath } = bait.targets
      const [linkedOdt] = hostileDocuments({ address, imagePath, textPath }).filter(
        ({ format }) => format === 'odt',
      )
      const samples: Readonly<Record<string, Buffer | string>> = {
        'blip.docx': documentNamed('docx: a:blip r:link to a server and to a file').content,
        'links.odt': linkedOdt?.content ?? '',
        'fields.rtf': documentNamed('rtf: INCLUDEPICTURE padded, split, escaped and nested').content,
      }
      for (const [name, content] of Object.entries(samples)) await writeFile(pathOf(name), content)
      await runPlainLibreOffice('pdf', Object.keys(samples))
      await expect.poll(() => bait.takeConnections().length, { timeout: minutesMs }).toBeGreaterThan(0)
      const leaking = []
      for (const name of ['blip', 'links', 'fields'])
        if ((await findCanary(pathOf(`plain/${name}.pdf`), 'pdf', bait.secrets)).length > 0)
          leaking.push(name)
      expect(leaking).toEqual(['blip', 'links', 'fields'])
      await writeFile(
        pathOf('scripts.odt'),
        documentNamed('odt: links, buttons and events that are macros').content,
      )
      await runPlainLibreOffice('doc:MS Word 97', ['links.odt', 'scripts.odt'])
      bait.takeConnections()
    },
    5 * minutesMs,
  )
})

describe('office-convert: sanitized documents without a sandbox', () => {
  let harness: DocumentHarness

  beforeAll(async () => {
    harness = await startDocumentHarness({
      sandbox: 'off',
      helpersPerEngine: 1,
      stepTimeoutMs: 3 * minutesMs,
    })
  }, minutesMs)

  afterAll(() => harness.close())

  test.each(titles)(
    '%s, %s: nothing is fetched, disclosed or kept as a link',
    async (_advisory, _what, index) => {
      const { format, content } = documents[index] ?? documentNamed('')
      // A docx keeps the most; what is shown in one of the others is shown in both.
      const shown = index % 2 === 0 ? 'html' : 'pdf'
      for (const to of partOf(['html', 'docx', 'pdf'], ['docx', shown])) {
        const path = await harness.convert({ input: content, from: format, to })
        expect(await harness.textOf(path, to)).toContain(visibleWords)
        await expectHarmless(path, to)
      }
      expect(existsSync('/tmp/escaped-font')).toBe(false)
    },
    5 * minutesMs,
  )

  test('GHSA-2mrg-35hw-x3x9, doc: links and fields of a binary document are removed', {
    timeout: 5 * minutesMs,
  }, async () => {
    for (const [name, instruction] of [
      ['links', 'INCLUDEPICTURE'],
      ['scripts', 'HYPERLINK'],
    ] as const) {
      const input = await readFile(pathOf(`plain/${name}.doc`))
      expect(input.includes(Buffer.from(instruction, 'utf16le'))).toBe(true)
      for (const to of ['html', 'docx', 'pdf'] as const) {
        const path = await harness.convert({ input, from: 'doc', to })
        expect(await harness.textOf(path, to)).toContain(visibleWords)
        await expectHarmless(path, to)
      }
    }
  })

  test('CVE-2026-4430: a protected docx with manipulated salts is rejected before LibreOffice', {
    timeout: minutesMs,
  }, async () => {
    const docx = protectDocx(await reportDocx(), 'open sesame')
    const manipulated = docx
      .toString('latin1')
      .replaceAll('saltSize="16"', 'saltSize="99"')
      .replaceAll(/saltValue="[^"]{8}/g, 'saltValue="AAAA====')
    const input = Buffer.from(manipulated, 'latin1')
    expect(input.equals(docx)).toBe(false)
    expect(await harness.codeOf({ input, from: 'docx', to: 'txt', password: 'open sesame' })).toMatch(
      /^(?:password-wrong|file-damaged|file-encrypted)$/,
    )
    expect(await harness.codeOf({ input: docx, from: 'docx', to: 'txt', password: 'open sesame' })).toBe(
      'converted',
    )
  })
})

/**
 * Second line of defense: links that sanitizing the file misses (protected doc, unknown syntax) are removed from
 * the loaded document.
 */
test(
  'remove_links: removes every link from documents that were not sanitized',
  async () => {
    const helper = startOfficeHelper(await createSandbox('off', () => {}), 2 * 1024 ** 3)
    try {
      await helper.ready
      const inputs: [string, Buffer][] = [
        ['docx', documentNamed('docx: a:blip r:link to a server and to a file').content],
        ['odt', documentNamed('odt: everything a text document links').content],
        ['doc', await readFile(pathOf('plain/links.doc'))],
      ]
      for (const [from, content] of inputs) {
        await writeFile(pathOf('raw'), content)
        for (const to of ['docx', 'html'] as const) {
          const outputPath = pathOf(`raw.${to}`)
          await helper.run({
            request: { from, to },
            inputPath: pathOf('raw'),
            outputPath,
            signal: new AbortController().signal,
            onProgress: () => {},
            timeoutMs: minutesMs,
            maxOutputBytes: 1024 ** 3,
            maxMemoryBytes: 2 * 1024 ** 3,
            errorParams: { format: from },
            crashError: cause => new AppError('internal', {}, { cause }),
          })
          // LibreOffice has followed some of them while loading; only sanitizing the file prevents that.
          bait.takeConnections()
          await expectHarmless(outputPath, to)
        }
      }
    } finally {
      helper.kill()
      await helper.gone
    }
  },
  5 * minutesMs,
)
