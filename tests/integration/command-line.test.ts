/** The CLI without a server: real files, real engines. */
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readPdf } from '@filesmith/engines/libreoffice/read-pdf.fixture'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sniffFormat } from '../../packages/contract/src/sniff-format.ts'
import { checkPdf } from '../support/check-pdf.ts'
import { type CommandLineFolder, makeCommandLineFolder } from '../support/command-line.ts'
import { readZip } from '../support/read-zip.ts'
import { ffmpeg, ffprobe } from '../support/run-program.ts'

const samples = fileURLToPath(new URL('../corpus/samples/', import.meta.url))

let folder: CommandLineFolder
beforeEach(async () => {
  folder = await makeCommandLineFolder()
})
afterEach(() => folder.remove())

const at = (name: string) => join(folder.path, name)
const formatOf = async (name: string) => sniffFormat(await readFile(at(name)))

async function drawImage(name: string, width = 64, height = 48): Promise<void> {
  const image = sharp({ create: { width, height, channels: 3, background: '#c81e1e' } })
  await writeFile(at(name), await image.png().toBuffer())
}

test('API-35 filesmith convert, compress: image, audio, document, book and archive without a server', async () => {
  await copyFile(join(samples, 'flag.heic'), at('photo.heic'))
  await copyFile(join(samples, 'documents/report.odt'), at('report.odt'))
  await ffmpeg('-f', 'lavfi', '-i', 'sine=440:duration=2', at('tone.wav'))
  const photo = await folder.run(['convert', 'photo.heic', '--to', 'jpg'])
  expect(photo).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^✓ photo\.heic → photo\.jpg \(\d+ bytes\)\n$/),
  })
  expect(await sharp(at('photo.jpg')).metadata()).toMatchObject({ format: 'jpeg', width: 160, height: 120 })

  expect(await folder.run(['convert', 'tone.wav', '--to', 'mp3', '--quality', '128'])).toMatchObject({
    code: 0,
  })
  const probed = await ffprobe(
    '-show_entries',
    'format=duration,format_name',
    '-of',
    'csv=p=0',
    at('tone.mp3'),
  )
  expect(probed).toMatch(/^mp3,2\./)

  expect(await folder.run(['convert', 'report.odt', '--to', 'pdf'])).toMatchObject({ code: 0 })
  expect(await formatOf('report.pdf')).toBe('pdf')

  await copyFile(join(samples, 'books/harbor.azw3'), at('book.azw3'))
  expect(await folder.run(['convert', 'book.azw3', '--to', 'epub'])).toMatchObject({ code: 0 })
  expect(await folder.run(['convert', 'book.epub', '--to', 'pdf'])).toMatchObject({ code: 0 })
  expect((await readPdf(at('book.pdf'))).pages.join(' ')).toMatch(/First chapter[\s\S]*More text here/)

  await mkdir(at('letters/deep'), { recursive: true })
  await writeFile(at('letters/a.txt'), 'first')
  await writeFile(at('letters/deep/b.txt'), 'second')
  expect(await folder.run(['compress', 'letters'])).toMatchObject({ code: 0 })
  const packed = await readZip(await readFile(at('letters.zip')))
  expect(packed.get('letters/deep/b.txt')?.toString()).toBe('second')
  expect(folder.leftovers()).toEqual([])
}, 180_000)

test('filesmith convert: a Markdown file of a folder becomes one document with its images', async () => {
  await mkdir(at('trip/images'), { recursive: true })
  await drawImage('trip/images/sea (1).png')
  await writeFile(at('trip/day.md'), '# Harbor\n\n![Sea](images/sea%20(1).png)\n')
  await writeFile(at('trip/plain.md'), 'No image\n')
  expect(await folder.run(['convert', 'trip', '--to', 'docx'])).toMatchObject({ code: 0 })
  const parts = [...(await readZip(await readFile(at('trip/day.docx')))).keys()]
  expect(parts.filter(name => name.startsWith('word/media/'))).toHaveLength(1)
  expect((await readZip(await readFile(at('trip/plain.docx')))).has('word/document.xml')).toBe(true)
  expect(folder.leftovers()).toEqual([])
  expect(await folder.run(['convert', 'trip/images', '--to', 'docx'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('This is a folder, and no Markdown in it shows its images.'),
  })
})

test('filesmith convert: writes several files to a folder; one bad file does not stop the others but sets exit code 1', async () => {
  await Promise.all(['a.png', 'b.png', 'c.png'].map(name => drawImage(name)))
  await writeFile(at('text.png'), 'this is not an image')
  const { code, stderr } = await folder.run([
    'convert',
    'a.png',
    'text.png',
    'missing.png',
    'b.png',
    'c.png',
    '--to',
    'webp',
    '--out',
    'out/',
    '--jobs',
    '2',
  ])
  expect(code).toBe(1)
  expect((await readdir(at('out'))).toSorted()).toEqual(['a.webp', 'b.webp', 'c.webp'])
  expect(stderr).toContain('✗ text.png: Cannot convert TXT to WEBP')
  expect(stderr).toContain('✗ missing.png: File not found.')
})

test('filesmith convert --strict: refuses only the files that can be read in part', async () => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const image = sharp({ create: { width: 64, height: 64, channels: 3, background: 'white', noise } })
  const jpeg = await image.jpeg().toBuffer()
  await writeFile(at('whole.jpg'), jpeg)
  await writeFile(at('cut.jpg'), jpeg.subarray(0, Math.floor(jpeg.length * 0.8)))
  const convert = (...args: string[]) =>
    folder.run(['convert', 'whole.jpg', 'cut.jpg', '--to', 'png', '--out', 'out/', ...args])
  const { code, stderr } = await convert('--strict')
  expect([code, await readdir(at('out'))]).toEqual([1, ['whole.png']])
  expect(stderr).toContain('✗ cut.jpg: This image is damaged: parts of it could not be read.')
  expect(await convert('--force')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('This image is damaged: parts of it could not be read.'),
  })
  expect((await readdir(at('out'))).toSorted()).toEqual(['cut.png', 'whole.png'])
})

test('filesmith convert: does not overwrite files without --force', async () => {
  await drawImage('a.png')
  await writeFile(at('a.jpg'), 'precious')
  const first = await folder.run(['convert', 'a.png', '--to', 'jpg'])
  expect(first).toMatchObject({ code: 4, stderr: '- a.png: a.jpg exists, skipped\n' })
  expect(await readFile(at('a.jpg'), 'utf8')).toBe('precious')
  expect(await folder.run(['convert', 'a.png', '--to', 'jpg', '--force'])).toMatchObject({ code: 0 })
  expect(await formatOf('a.jpg')).toBe('jpg')
})

test('filesmith convert: --width resizes, and the original is kept', async () => {
  await drawImage('a.png')
  expect(await folder.run(['convert', 'a.png', '--to', 'png', '--width', '16'])).toMatchObject({ code: 0 })
  expect(await sharp(at('a-new.png')).metadata()).toMatchObject({ width: 16, height: 12 })
  expect(await sharp(at('a.png')).metadata()).toMatchObject({ width: 64 })
  const listed = await folder.run(['options', 'resize-image'])
  expect(listed.stdout.toString()).toMatch(/--mode +one of fit, exact, fill, percentage/)
})

test('filesmith convert: reads stdin and writes only the result to stdout', async () => {
  await drawImage('a.png')
  const { code, stdout } = await folder.run(['convert', '-', '--to', 'webp', '--out', '-'], {
    input: await readFile(at('a.png')),
  })
  expect(code).toBe(0)
  expect(await sharp(stdout).metadata()).toMatchObject({ format: 'webp', width: 64 })
  expect(folder.leftovers()).toEqual([])
})

test('filesmith convert --json: writes one JSON event per line with increasing percentages', async () => {
  await drawImage('a.png')
  const { code, stdout, stderr } = await folder.run(['convert', 'a.png', '--to', 'jpg', '--json'])
  const events = stdout
    .toString()
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(events.at(0)).toEqual({ event: 'started', file: 'a.png' })
  expect(events.at(-1)).toMatchObject({ event: 'done', file: 'a.png', result: 'a.jpg', notes: [] })
  expect(events.at(-1).sizeBytes).toBe((await stat(at('a.jpg'))).size)
  const percents = events.filter(({ event }) => event === 'progress').map(({ percent }) => percent)
  expect(percents.length).toBeGreaterThan(2)
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))
})

test.each([
  [['convert', 'a.png'], 'No output format.'],
  [['convert', '--to', 'jpg'], 'No input files.'],
  [['convert', 'a.png', '--to', 'nonsense'], 'Unknown format'],
  [['convert', 'a.png', '--to', 'jpg', '--quality', 'superb'], 'Quality must be one of: high, medium, low.'],
  [['convert', 'a.png', '--to', 'jpg', '--fps', '3'], 'has no option "fps"'],
  [['convert', 'a.png', 'b.png', '--to', 'jpg', '--out', 'one.jpg'], 'Use a folder'],
  [['fly'], 'Unknown command "fly"'],
  [['run', 'fly', 'a.png'], 'Unknown operation "fly"'],
  [['convert', '--wings'], '--wings'],
])('filesmith %j: usage error with exit code 2 and a message', async (args, message) => {
  await drawImage('a.png')
  const { code, stderr } = await folder.run(args)
  expect(code).toBe(2)
  expect(stderr).toContain(message)
  expect((await readdir(folder.path)).filter(name => name !== 'a.png')).toEqual([])
})

test('filesmith: --quiet prints nothing on success; --help and --version write to stdout', async () => {
  await drawImage('a.png')
  const quiet = await folder.run(['convert', 'a.png', '--to', 'jpg', '--quiet'])
  expect({ ...quiet, stdout: quiet.stdout.toString() }).toEqual({ code: 0, stdout: '', stderr: '' })
  const help = await folder.run(['--help'])
  expect(help.code).toBe(0)
  expect(help.stdout.toString()).toContain('convert <files...> --to <format>')
  expect((await folder.run(['--version'])).stdout.toString()).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect((await folder.run([])).code).toBe(2)
})

test('filesmith convert: file names that look like flags or shell commands are not interpreted', async () => {
  await drawImage('-rf; echo $(id).png')
  const { code } = await folder.run(['convert', '--to', 'jpg', '--', '-rf; echo $(id).png'])
  expect(code).toBe(0)
  expect(await formatOf('-rf; echo $(id).jpg')).toBe('jpg')
})

test('filesmith: each protected PDF has its own password', async () => {
  for (const [name, password] of [
    ['running', 'north'],
    ['lists', 'south'],
  ])
    expect(
      await folder.run([
        'pdf',
        'protect',
        join(samples, `pdf/${name}.pdf`),
        '--password',
        `${password}`,
        '--out',
        `own-${name}.pdf`,
      ]),
    ).toMatchObject({ code: 0 })
  await writeFile(at('own-passwords'), 'north\nsouth\n')
  const files = ['own-running.pdf', 'own-lists.pdf', '--passwords', '@own-passwords']
  expect(await folder.run(['pdf', 'merge', ...files, '--out', 'own.pdf'])).toMatchObject({ code: 0 })
  await checkPdf(at('own.pdf'))
  expect(await folder.run(['convert', ...files, '--to', 'txt'])).toMatchObject({ code: 0 })
  expect((await readFile(at('own-lists.txt'))).length).toBeGreaterThan(0)
  const [running, lists, ...flags] = files
  const refused = await folder.run([
    'pdf',
    'merge',
    lists ?? '',
    running ?? '',
    ...flags,
    '--out',
    'refused.pdf',
  ])
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Wrong password for own-lists.pdf.'),
  })
  const tooMany = await folder.run(['convert', ...files.slice(1), '--to', 'txt'])
  expect(tooMany).toMatchObject({ code: 2, stderr: expect.stringContaining('a password for file 2') })
})

test('filesmith pdf: merges, splits and organizes', async () => {
  await copyFile(join(samples, 'pdf/running.pdf'), at('a.pdf'))
  await copyFile(join(samples, 'pdf/lists.pdf'), at('b.pdf'))
  await drawImage('e.png')
  const commands = [
    'pdf merge a.pdf b.pdf --out c.pdf',
    'pdf organize c.pdf e.png --pages 2:1,1:1-2 --out d.pdf',
    'pdf protect a.pdf --password secret --out locked.pdf',
  ]
  for (const command of commands) expect(await folder.run(command.split(' '))).toMatchObject({ code: 0 })
  for (const name of ['c.pdf', 'd.pdf']) await checkPdf(at(name))
  await checkPdf(at('locked.pdf'), 'secret')
  expect((await readPdf(at('d.pdf'))).pages).toHaveLength(3)
  expect(await folder.run(['pdf', 'split', 'c.pdf', '--pages', '4'])).toMatchObject({ code: 0 })
  const parts = await readZip(await readFile(at('c.zip')))
  expect([...parts.keys()]).toEqual(['c-1.pdf', 'c-2.pdf'])
  for (const [name, data] of parts) {
    await writeFile(at(name), data)
    await checkPdf(at(name))
  }
  expect(await folder.run(['pdf', 'split', 'c.pdf'])).toMatchObject({ code: 2 })
  expect((await folder.run(['pdf'])).stdout.toString()).toContain('from-images')
  expect(folder.leftovers()).toEqual([])
})
