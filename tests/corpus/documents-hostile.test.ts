/**
 * Hostile documents cannot reach the network or local files even without the sandbox (SSRF, file disclosure);
 * hostile/ covers them with it.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readZip } from '../support/read-zip.ts'
import { type DocumentHarness, startDocumentHarness } from './support/document-harness.ts'
import { type HostileDocument, hostileDocuments, visibleWords } from './support/hostile-documents.ts'
import { drawChart, reportDocx } from './support/report.ts'

const secret = 'secret-of-documents-4711'
let server: Server
let folder: string
let documents: HostileDocument[]
const requests: string[] = []

beforeAll(async () => {
  server = createServer((request, reply) => {
    requests.push(request.url ?? '')
    reply.end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  folder = await mkdtemp(join(tmpdir(), 'filesmith-bait-'))
  const [imagePath, textPath] = [join(folder, 'bait.png'), join(folder, 'bait.txt')]
  await writeFile(imagePath, await drawChart())
  await writeFile(textPath, secret)
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  documents = hostileDocuments({ address, imagePath, textPath })
})

afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

test('control: the listener records a request', async () => {
  await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hello`)
  expect(requests.splice(0)).toEqual(['/hello'])
})

describe('office-convert without a sandbox', () => {
  let harness: DocumentHarness

  beforeAll(async () => {
    harness = await startDocumentHarness({ sandbox: 'off', helpersPerEngine: 1 })
  })

  afterAll(() => harness.close())

  test('control: isLeaking detects an image in a document', async () => {
    for (const to of ['html', 'docx', 'pdf'] as const) {
      expect(
        await isLeaking(await harness.convert({ input: await reportDocx(), from: 'docx', to }), to),
      ).toBe(true)
    }
  })

  test('html to html: removes everything that executes', async () => {
    const input = [
      `<p onclick="run()">${visibleWords}</p><script>run()</script><a href="javascript:run()">a</a>`,
      '<svg><style><img src=x onerror=run()></style><script>run()</script><a xlink:href="javascript:run()">b</a>',
      '<animate attributeName="href" values="#;javascript:run()"/></svg><style></style><img onerror=run()></style>',
      '<noscript><p title="</noscript><img src=x onerror=run()>"></noscript><form action="javascript:run()">',
      '<template><script>run()</script></template><!--><script>run()</script>--><a href="java\tscript:run()">c</a>',
    ].join('')
    const page = await readFile(await harness.convert({ input, from: 'html', to: 'html' }), 'utf8')
    expect(page).toContain(visibleWords)
    // Quoted text is harmless.
    const unquoted = page.replace(/"[^"]*"/g, '""')
    expect(unquoted).not.toMatch(/<(?:script|img|animate|template|iframe)|<[^>]*\son\w+=/i)
    expect(page).not.toContain('javascript:')
  })

  test.each(['html', 'docx', 'pdf'] as const)(
    'hostile documents to %s: nothing is fetched and nothing leaks',
    async to => {
      const leaks: string[] = []
      for (const { what, format, content } of documents) {
        const path = await harness.convert({ input: content, from: format, to })
        expect(await harness.textOf(path, to), what).toContain(visibleWords)
        if (await isLeaking(path, to)) leaks.push(what)
      }
      expect(leaks).toEqual([])
      expect(requests).toEqual([])
    },
  )
})

/** The secret as text, or any image, since these documents contain none. */
async function isLeaking(path: string, format: 'html' | 'docx' | 'pdf'): Promise<boolean> {
  const bytes = await readFile(path)
  if (bytes.includes(secret)) return true
  if (format === 'html') return bytes.includes('data:image')
  if (format === 'pdf') return bytes.includes('/Subtype/Image/Width 200')
  const parts = await readZip(bytes)
  const hasImage = [...parts.keys()].some(name => name.startsWith('word/media/'))
  return hasImage || [...parts.values()].some(part => part.includes(secret))
}
