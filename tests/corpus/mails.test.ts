/** Mails of every kind: encodings, parts, images, signatures, Outlook files, and hostile ones. */
import { execFile } from 'node:child_process'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FormatId } from '@filesmith/contract/formats'
import { sniffFormat } from '@filesmith/contract/sniff-format'
import { routeFor } from '@filesmith/engines/build-execution-plan'
import { abilities } from '@filesmith/engines/registry'
import { describe, expect, test } from 'vitest'
import { readZip } from '../support/read-zip.ts'
import { useDataEngine } from './support/data-harness.ts'
import { packedRtf, writeMsg } from './support/write-msg.ts'

const convert = useDataEngine()
const run = promisify(execFile)

const mailTo = async (to: FormatId, content: string | Uint8Array, from: FormatId = 'eml') =>
  convert({ ability: 'mail-convert', from, to, content, options: { outputFormat: to } })

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const letter = [
  'From: =?UTF-8?B?SsO8cmdlbg==?= =?UTF-8?Q?_M=C3=BCller?= <j@example.org>',
  'To: "Berg, Anna" <anna@example.org>,',
  '\tbo@example.org',
  'Subject: =?iso-2022-jp?B?GyRCRnxLXBsoQg==?= =?UTF-8?B?8J8=?= =?UTF-8?B?mIA=?=',
  'Date: Wed, 18 Nov 2026 09:30:00 +0100',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="outer"',
  '',
  'preamble',
  '--outer',
  'Content-Type: multipart/alternative; boundary=inner',
  '',
  '--inner',
  'Content-Type: text/plain; charset=windows-1252',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Caf=E9 at the pier, =',
  'soft break =80 5',
  '--inner',
  'Content-Type: multipart/related; boundary=related',
  '',
  '--related',
  'Content-Type: text/html; charset=utf-8',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from(
    '<html><body onload="steal()"><p>Café <b>at the pier</b></p><img src="cid:logo@1" alt="Logo"><img src="https://tracker.example/a.gif"><script>alert(1)</script><form action="https://evil.example"><input name="a"></form><a href="javascript:alert(1)">link</a><link rel="stylesheet" href="https://evil.example/a.css"></body></html>',
  ).toString('base64'),
  '--related',
  'Content-Type: image/png',
  'Content-ID: <logo@1>',
  'Content-Transfer-Encoding: base64',
  '',
  png.toString('base64'),
  '--related--',
  '--inner--',
  '--outer',
  'Content-Type: application/octet-stream',
  'Content-Disposition: attachment; filename*0*=UTF-8\'\'%E2%82%AC%20; filename*1="rates.txt"',
  '',
  'attached text',
  '--outer',
  'Content-Type: text/plain; name="../../../etc/passwd"',
  'Content-Disposition: attachment',
  '',
  'escaped?',
  '--outer',
  'Content-Type: message/rfc822',
  '',
  'Subject: Inner mail',
  'From: inner@example.org',
  '',
  'inner text',
  '--outer--',
  '',
].join('\r\n')

describe('mail-convert: EML', () => {
  test('HTML has headers, content and own images, and nothing that loads or runs', async () => {
    const { text, notes } = await mailTo('html', letter)
    expect(text).toContain('Jürgen Müller &lt;j@example.org&gt;')
    expect(text).toContain('"Berg, Anna" &lt;anna@example.org&gt;, bo@example.org')
    expect(text).toContain('<h1 style="font-size: 1.3em">日本😀</h1>')
    expect(text).toContain('Wed, 18 Nov 2026 09:30:00 +0100')
    expect(text).toContain('<p>Café <b>at the pier</b></p>')
    expect(text).toContain(`src="data:image/png;base64,${png.toString('base64')}"`)
    expect(text).not.toMatch(/tracker|evil\.example|<script|onload|javascript:|<link/)
    expect(text).toContain('€ rates.txt (13 bytes)')
    expect(notes).toEqual([
      'Images on other servers are left out, since loading them would show the sender that the mail was read: 1.',
      'Attachments are named, but not part of the result: 3. Choose ZIP to get them.',
    ])
  })

  test('text has the headers and the plain alternative', async () => {
    const { text } = await mailTo('txt', letter)
    expect(text).toMatch(/^From: Jürgen Müller <j@example\.org>\nTo: /)
    expect(text).toContain('Subject: 日本😀')
    expect(text).toContain('\n\nCafé at the pier, soft break € 5')
  })

  test('a mail with only a page becomes readable text', async () => {
    const page =
      '<h1>Harbor</h1><p>One<br>two &amp; three</p><ul><li>a</li><li>b</li></ul><a href="https://example.org/x">more</a><style>p{}</style>'
    const { text } = await mailTo('txt', `From: a@example.org\nContent-Type: text/html\n\n${page}`)
    expect(text).toContain('Harbor\n\nOne\ntwo & three\n\n- a\n\n- b\n\nmore <https://example.org/x>')
  })

  test('ZIP has the message and every attachment under a safe name', async () => {
    const { bytes, pages } = await mailTo('zip', letter)
    const files = await readZip(bytes)
    expect([...files.keys()].toSorted()).toEqual([
      'attachments/.._.._.._etc_passwd',
      'attachments/Inner mail.eml',
      'attachments/attachment.png',
      'attachments/€ rates.txt',
      'message.html',
      'message.txt',
    ])
    expect(pages).toBe(6)
    expect(files.get('attachments/€ rates.txt')?.toString()).toBe('attached text')
    expect(files.get('attachments/attachment.png')).toEqual(png)
    expect(files.get('attachments/Inner mail.eml')?.toString()).toContain('inner text')
  })

  test.each([
    ['koi8-r', Buffer.from([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4]), 'Привет'],
    ['shift_jis', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), '日本'],
    ['gb2312', Buffer.from([0xd6, 0xd0, 0xb9, 0xfa]), '中国'],
    ['x-unknown', Buffer.from('naïve café, déjà vu'), 'naïve café'],
    ['', Buffer.from('undeclared: Größe'), 'Größe'],
  ])('charset %j', async (charset, body, expected) => {
    const head = `From: a@example.org\r\nContent-Type: text/plain${charset && `; charset=${charset}`}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`
    expect((await mailTo('txt', Buffer.concat([Buffer.from(head), body]))).text).toContain(expected)
  })

  test('a signed mail shows its content, an encrypted one says why it cannot be read', async () => {
    await using temporary = await mkdtempDisposable(join(tmpdir(), 'smime-'))
    const folder = temporary.path
    const inFolder = { cwd: folder }
    await run(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', 'key.pem', '-out', 'cert.pem'],
        ...['-subj', '/CN=Anna', '-days', '2'],
      ],
      inFolder,
    )
    await writeFile(
      join(folder, 'in.txt'),
      'Content-Type: text/plain; charset=utf-8\r\n\r\nSigned text ü\r\n',
    )
    const common = ['-in', 'in.txt', '-from', 'anna@example.org', '-subject', 'Signed']
    await run(
      'openssl',
      [
        'smime',
        '-sign',
        '-nodetach',
        '-signer',
        'cert.pem',
        '-inkey',
        'key.pem',
        '-out',
        'signed.eml',
        ...common,
      ],
      inFolder,
    )
    await run(
      'openssl',
      ['smime', '-sign', '-signer', 'cert.pem', '-inkey', 'key.pem', '-out', 'detached.eml', ...common],
      inFolder,
    )
    await run('openssl', ['smime', '-encrypt', '-out', 'locked.eml', ...common, 'cert.pem'], inFolder)
    for (const name of ['signed.eml', 'detached.eml']) {
      const { text } = await mailTo('txt', await readFile(join(folder, name)))
      expect(text, name).toContain('From: anna@example.org\nSubject: Signed\n\nSigned text ü')
    }
    await expect(mailTo('txt', await readFile(join(folder, 'locked.eml')))).rejects.toMatchObject({
      code: 'mail-encrypted',
    })
  })

  test('attachments of winmail.dat come out', async () => {
    const attribute = (id: number, data: Buffer) => {
      const head = Buffer.alloc(9)
      head.writeUInt8(2, 0)
      head.writeUInt32LE(id, 1)
      head.writeUInt32LE(data.length, 5)
      return Buffer.concat([head, data, Buffer.alloc(2)])
    }
    const tnef = Buffer.concat([
      Buffer.from([0x78, 0x9f, 0x3e, 0x22, 1, 0]),
      attribute(0x00069002, Buffer.alloc(14)),
      attribute(0x00018010, Buffer.from('plan.txt\0')),
      attribute(0x0006800f, Buffer.from('the plan')),
    ])
    const mail = `From: a@example.org\r\nContent-Type: application/ms-tnef\r\nContent-Transfer-Encoding: base64\r\n\r\n${tnef.toString('base64')}`
    const files = await readZip((await mailTo('zip', mail)).bytes)
    expect(files.get('attachments/plan.txt')?.toString()).toBe('the plan')
  })

  test('PDF goes through HTML', () => {
    for (const from of ['eml', 'msg'] as const)
      expect(routeFor('convert-mail', from, 'pdf', abilities)?.map(({ to }) => to)).toEqual(['html', 'pdf'])
  })
})

describe('mail-convert: MSG', () => {
  const outlook = writeMsg({
    texts: {
      '0037': 'Grüße aus Köln',
      '0C1A': 'Anna Berg',
      '5D01': 'anna@example.org',
      '1000': 'Plain body',
    },
    recipients: [
      { name: 'Bo', email: 'bo@example.org', type: 1 },
      { name: 'Eva', email: 'eva@example.org', type: 2 },
    ],
    attachments: [
      { name: 'a long name of a file.txt', bytes: Buffer.from('attached') },
      { name: 'logo.png', bytes: png, contentId: 'logo@2' },
    ],
    sentAt: new Date(Date.UTC(2026, 10, 18, 8, 30)),
    html: Buffer.from('<p>Page body <img src="cid:logo@2"></p>'),
  })

  test('is recognized, and has headers, recipients, page, own images and attachments', async () => {
    expect(sniffFormat(outlook)).toBe('msg')
    const { text } = await mailTo('html', outlook, 'msg')
    expect(text).toContain('Grüße aus Köln')
    expect(text).toContain('Anna Berg &lt;anna@example.org&gt;')
    expect(text).toContain('Bo &lt;bo@example.org&gt;')
    expect(text).toContain('Eva &lt;eva@example.org&gt;')
    expect(text).toContain('Wed, 18 Nov 2026 08:30:00 GMT')
    expect(text).toContain(`<p>Page body <img src="data:image/png;base64,${png.toString('base64')}"></p>`)
    const files = await readZip((await mailTo('zip', outlook, 'msg')).bytes)
    expect(files.get('attachments/a long name of a file.txt')?.toString()).toBe('attached')
    expect((await mailTo('txt', outlook, 'msg')).text).toContain('Plain body')
  })

  test('a page in packed RTF is taken out of it', async () => {
    const rtf = String.raw`{\rtf1\ansi\ansicpg1252\fromhtml1 \deff0{\fonttbl{\f0 Arial;}}{\*\htmltag64 <p>}\htmlrtf {\htmlrtf0 Price: 5 \'80 \u8211? {\*\htmltag84 <b>}\htmlrtf {\b \htmlrtf0 now{\*\htmltag92 </b>}\htmlrtf }\htmlrtf0 \htmlrtf\par}\htmlrtf0{\*\htmltag72 </p>}}`
    const { text } = await mailTo(
      'html',
      writeMsg({ texts: { '0037': 'Offer' }, rtf: packedRtf(rtf) }),
      'msg',
    )
    expect(text).toContain('<p>Price: 5 € – <b>now</b></p>')
  })
})

describe('mail-convert: hostile mails', () => {
  const head = 'From: a@example.org\r\nMIME-Version: 1.0\r\n'
  let nested = 'deep'
  for (let depth = 0; depth < 60; depth++)
    nested = `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n${nested}\r\n--b${depth}--\r\n`

  test.each([
    ['nested sixty deep', `${head}${nested}`],
    ['without an end', `${head}Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nfirst part`],
    ['an endless header', `${head}X: ${'a\r\n '.repeat(200_000)}\r\n\r\nbody`],
    ['many encoded words', `${head}Subject: ${'=?utf-8?q?a?= '.repeat(50_000)}\r\n\r\nbody`],
    [
      'many sections of a name',
      `${head}Content-Type: text/plain${Array.from({ length: 20_000 }, (_, at) => `; name*${at}*=a`).join('')}\r\n\r\nbody`,
    ],
    ['a page of unclosed elements', `${head}Content-Type: text/html\r\n\r\n${'<b><p>'.repeat(400)}text`],
  ] as const)('%s ends in time with a result', async (_what, mail) => {
    const { text, warnings = [] } = await mailTo('html', mail)
    expect(text).toContain('a@example.org')
    expect(warnings.length).toBeLessThanOrEqual(1)
  })

  test('ten thousand parts and a thousand copies of an image are bounded', async () => {
    const parts = `${head}Content-Type: multipart/mixed; boundary=x\r\n\r\n${'--x\r\n\r\na\r\n'.repeat(10_000)}--x--`
    await expect(mailTo('txt', parts)).rejects.toMatchObject({ code: 'needs-too-much-memory' })
    const image = Buffer.concat([png, Buffer.alloc(1_000_000)])
    const copies = `${head}Content-Type: multipart/related; boundary=x\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n${'<img src="cid:i">'.repeat(1000)}\r\n--x\r\nContent-Type: image/png\r\nContent-ID: <i>\r\nContent-Transfer-Encoding: base64\r\n\r\n${image.toString('base64')}\r\n--x--`
    const outcome = await mailTo('html', copies).then(
      ({ bytes }) => bytes.length,
      error => error.code as string,
    )
    if (typeof outcome === 'number') expect(outcome).toBeLessThan(60_000_000)
    else expect(outcome).toBe('needs-too-much-memory')
  })

  test.each([
    ['eml', 'not a mail at all'],
    ['msg', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['msg', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000, 0xff)])],
  ] as const)('%s: junk is refused', async (from, content) => {
    await expect(mailTo('html', content, from)).rejects.toMatchObject({ code: 'file-damaged' })
  })

  test('msg: a truncated one, and one whose storages contain themselves, end in time', async () => {
    const whole = writeMsg({ texts: { '0037': 'Cut' }, html: Buffer.alloc(20_000, 'a') })
    for (const cut of [whole.subarray(0, whole.length / 2), whole.subarray(0, 1536)])
      await expect(mailTo('html', cut, 'msg')).rejects.toMatchObject({ code: 'file-damaged' })
    const looped = Buffer.from(whole)
    // Every directory entry names the root as its child.
    for (let at = looped.indexOf('R\0o\0o\0t\0'); at > 0 && at + 128 <= looped.length; at += 128)
      looped.writeUInt32LE(0, at + 76)
    const outcome = await mailTo('html', looped, 'msg').then(
      () => 'read',
      error => error.code as string,
    )
    expect(['read', 'file-damaged']).toContain(outcome)
  })
})
