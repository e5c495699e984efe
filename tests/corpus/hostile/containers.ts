/** Videos and audio whose containers reference other files or declare impossible counts. */
import { readFile } from 'node:fs/promises'
import { aac, type ClipFolder, h264, testCard, tone } from '../support/clips.ts'
import { type HostileFile, hostile, type Targets } from './hostile-file.ts'
import { boxAt, changeBoxes, writeBox } from './iso-boxes.ts'

export async function containersWithExternalReferences(
  targets: Targets,
  clips: ClipFolder,
): Promise<HostileFile[]> {
  const { http, video, text, image } = targets
  const sources = ['-f', 'lavfi', '-i', testCard(96, 64, 1), '-f', 'lavfi', '-i', tone(16_000, 1), '-ac', '1']
  const mov = await readFile(await clips.make('dref.mov', ...sources, ...h264, ...aac))
  const mkv = await readFile(await clips.make('small.mkv', ...sources, ...h264, '-c:a', 'mp2'))
  const url = (target: string) =>
    writeBox('url ', Buffer.concat([Buffer.alloc(4), Buffer.from(`${target}\0`)]))
  const references = (...entries: Buffer[]) => {
    const count = Buffer.alloc(8)
    count.writeUInt32BE(entries.length, 4)
    return Buffer.concat([count, ...entries])
  }
  const drefMov = (...entries: Buffer[]) => changeBoxes(mov, 'dref', () => references(...entries))
  return [
    hostile('external', 'mov: data on a server', 'video.mp4', drefMov(url(`${http}/data.mov`)), ['m4a']),
    hostile('external', 'mov: data on the local disk', 'video.mov', drefMov(url(`file://${video}`))),
    hostile('external', 'mov: an alias of a file', 'video.mov', drefMov(writeBox('alis', alias(video)))),
    hostile(
      'external',
      'mov: a resource alias',
      'video.mov',
      drefMov(writeBox('rsrc', alias(text)), url(video)),
    ),
    hostile('external', 'mov: a reference movie', 'video.mov', referenceMovie(`${http}/other.mov`, video)),
    hostile('external', 'avi: a playlist as GAB2 subtitles', 'video.avi', gab2Avi(playlistFor(http, video))),
    hostile(
      'external',
      'mkv: attached playlists and linked segments',
      'video.mkv',
      Buffer.concat([mkv, mkvTail(http)]),
    ),
    hostile('external', 'mp3: cover art by URL', 'song.mp3', id3(`-->`, `${http}/cover.png`, image), ['mp3']),
    hostile(
      'external',
      'wav: a cue that references a file',
      'song.wav',
      Buffer.from(`RIFF\x24\0\0\0WAVEfile${video}`, 'latin1'),
    ),
  ]
}

function playlistFor(http: string, video: string): string {
  return `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${http}/gab2.ts\n#EXTINF:1,\nfile://${video}\n#EXT-X-ENDLIST\n`
}

/** A classic Mac OS alias record with the full path. */
function alias(path: string): Buffer {
  const record = Buffer.alloc(4 + 150)
  record.writeUInt16BE(150 + 4 + path.length + 4, 8)
  record.writeUInt16BE(2, 10)
  const pathTag = Buffer.alloc(4)
  pathTag.writeUInt16BE(18, 0)
  pathTag.writeUInt16BE(path.length, 2)
  return Buffer.concat([record, pathTag, Buffer.from(path), Buffer.from([0xff, 0xff, 0, 0])])
}

/** A reference movie (rmra) that contains only URLs. */
function referenceMovie(...targets: string[]): Buffer {
  const descriptors = targets.map(target => {
    const head = Buffer.alloc(12)
    head.write('url ', 4)
    head.writeUInt32BE(target.length + 1, 8)
    return writeBox('rmda', writeBox('rdrf', Buffer.concat([head, Buffer.from(`${target}\0`)])))
  })
  return Buffer.concat([
    writeBox('ftyp', Buffer.from('qt  \0\0\0\0qt  ')),
    writeBox('moov', writeBox('rmra', Buffer.concat(descriptors))),
  ])
}

function chunk(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 0, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}

const listChunk = (name: string, ...parts: Buffer[]) =>
  chunk('LIST', Buffer.concat([Buffer.from(name), ...parts]))

/** An AVI with one gray frame whose subtitle stream carries a playlist as its "subtitle file". */
function gab2Avi(playlist: string): Buffer {
  const [width, height] = [32, 32]
  const header = Buffer.alloc(56)
  for (const [at, value] of [
    [0, 100_000],
    [16, 1],
    [24, 2],
    [32, width],
    [36, height],
  ] as const)
    header.writeUInt32LE(value, at)
  const stream = (kind: string) => {
    const streamHeader = Buffer.alloc(56)
    streamHeader.write(kind)
    streamHeader.writeUInt32LE(1, 20)
    streamHeader.writeUInt32LE(10, 24)
    streamHeader.writeUInt32LE(1, 32)
    return chunk('strh', streamHeader)
  }
  const bitmap = Buffer.alloc(40)
  for (const [at, value] of [
    [0, 40],
    [4, width],
    [8, height],
    [20, width * height * 3],
  ] as const)
    bitmap.writeUInt32LE(value, at)
  bitmap.writeUInt16LE(1, 12)
  bitmap.writeUInt16LE(24, 14)
  const title = Buffer.from('s\0', 'utf16le')
  const gab2 = Buffer.alloc(17)
  gab2.write('GAB2\0')
  gab2.writeUInt16LE(2, 5)
  gab2.writeUInt32LE(title.length, 7)
  gab2.writeUInt16LE(4, 11)
  gab2.writeUInt32LE(playlist.length, 13)
  const body = Buffer.concat([
    Buffer.from('AVI '),
    listChunk(
      'hdrl',
      chunk('avih', header),
      listChunk('strl', stream('vids'), chunk('strf', bitmap)),
      listChunk('strl', stream('txts'), chunk('strf', Buffer.alloc(0))),
    ),
    listChunk(
      'movi',
      chunk('01tx', Buffer.concat([gab2.subarray(0, 11), title, gab2.subarray(11), Buffer.from(playlist)])),
      chunk('00db', Buffer.alloc(width * height * 3, 128)),
    ),
  ])
  return chunk('RIFF', body)
}

/** After the clusters: attachments with URLs, and the names of the previous and next segment. */
function mkvTail(http: string): Buffer {
  const element = (id: string, body: Buffer) =>
    Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x40 | (body.length >> 8), body.length & 255]), body])
  const attached = element(
    '61a7',
    Buffer.concat([
      element('466e', Buffer.from('a.m3u8')),
      element('465c', Buffer.from(`#EXTM3U\n${http}/mkv.ts\n`)),
    ]),
  )
  const info = element(
    '1549a966',
    Buffer.concat([
      element('3c83ab', Buffer.from('../other.mkv')),
      element('3e83bb', Buffer.from(`${http}/next.mkv`)),
    ]),
  )
  return Buffer.concat([element('1941a469', attached), info])
}

/** Cover art by URL (MIME type `-->`), before audio frames. */
function id3(mime: string, ...targets: string[]): Buffer {
  const frames = targets.map(target => {
    const body = Buffer.from(`\0${mime}\0\x03\0${target}`, 'latin1')
    const head = Buffer.alloc(10)
    head.write('APIC')
    head.writeUInt32BE(body.length, 4)
    return Buffer.concat([head, body])
  })
  const all = Buffer.concat(frames)
  const head = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, (all.length >> 7) & 127, all.length & 127])
  const frame = Buffer.alloc(417)
  frame.set([0xff, 0xfb, 0x90, 0x00])
  return Buffer.concat([head, all, ...Array.from({ length: 20 }, () => frame)])
}

export async function containerBombs(clips: ClipFolder): Promise<HostileFile[]> {
  const sources = ['-f', 'lavfi', '-i', testCard(96, 64, 1), '-f', 'lavfi', '-i', tone(16_000, 1), '-ac', '1']
  const mp4 = await readFile(await clips.make('tables.mp4', ...sources, ...h264, ...aac))
  const flac = await readFile(await clips.make('lengths.flac', '-f', 'lavfi', '-i', tone(16_000, 1)))
  const ogg = await readFile(
    await clips.make('lengths.ogg', '-f', 'lavfi', '-i', tone(44_100, 1), '-c:a', 'libvorbis'),
  )
  const wav = await readFile(await clips.make('lengths.wav', '-f', 'lavfi', '-i', tone(16_000, 1)))
  const gif = await readFile(await clips.make('frames.gif', '-f', 'lavfi', '-i', testCard(16, 16, 0.2)))
  const table = (name: string, change: (body: Buffer) => Buffer) => changeBoxes(mp4, name, change)
  const set32 = (at: number, value: number) => (body: Buffer) => {
    const changed = Buffer.from(body)
    changed.writeUInt32BE(value, at)
    return changed
  }
  const bomb = (what: string, fileName: string, content: Buffer) => hostile('bomb', what, fileName, content)
  const longFlac = Buffer.from(flac)
  longFlac.fill(0xff, 22, 26)
  longFlac[21] = (longFlac[21] ?? 0) | 0x0f
  const longOgg = Buffer.from(ogg)
  const lastPage = longOgg.lastIndexOf('OggS')
  longOgg.writeBigUInt64LE(0x7fffffffffffffn, lastPage + 6)
  const wideWav = Buffer.from(wav)
  wideWav.writeUInt16LE(65_535, 22)
  wideWav.writeUInt32LE(0xffffffff, 24)
  const wide = Buffer.from(mp4)
  const entry = wide.indexOf('avc1', boxAt(wide, 'stsd'))
  wide.writeUInt16BE(65_535, entry + 28)
  wide.writeUInt16BE(65_535, entry + 30)
  return [
    bomb('mp4: 2147483647 samples', 'video.mp4', table('stsz', set32(8, 0x7fffffff))),
    bomb('mp4: a sample of maximum duration', 'video.mp4', table('stts', set32(8, 0x7fffffff))),
    bomb(
      'mp4: chunk offsets beyond the end',
      'video.mp4',
      table('stco', body => Buffer.from(body).fill(0xff, 8)),
    ),
    bomb('mp4: a duration of a century', 'video.mp4', table('mvhd', set32(16, 0xfffffff0))),
    bomb('mp4: deeply nested boxes', 'video.mp4', nestedBoxes(mp4)),
    bomb('mp4: a frame of 65535 by 65535', 'video.mp4', wide),
    bomb('flac: a century of audio', 'song.flac', longFlac),
    bomb('ogg: an overflowing duration', 'song.ogg', longOgg),
    bomb('wav: 65535 channels', 'song.wav', wideWav),
    bomb('gif: a hundred thousand frames', 'animation.gif', repeatGif(gif, 100_000)),
    bomb('avi: an endless index', 'video.avi', longIndexAvi()),
    bomb(
      'amr: two million silent frames',
      'song.amr',
      Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(2_000_000, 0x7c)]),
    ),
  ]
}

function nestedBoxes(mp4: Buffer): Buffer {
  let inner: Buffer = Buffer.alloc(0)
  for (let depth = 0; depth < 2_000; depth++) inner = writeBox('moov', inner)
  return Buffer.concat([mp4.subarray(0, mp4.readUInt32BE(0)), inner])
}

/** Repeats a 1x1 frame of a GIF. */
function repeatGif(gif: Buffer, count: number): Buffer {
  const tableBytes = ((gif[10] ?? 0) & 0x80) === 0 ? 0 : 3 * 2 ** (((gif[10] ?? 0) & 7) + 1)
  const head = gif.subarray(0, 13 + tableBytes)
  const control = [0x21, 0xf9, 4, 0, 1, 0, 0, 0]
  const frame = Buffer.from([...control, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
  return Buffer.concat([head, ...Array.from({ length: count }, () => frame), Buffer.from([0x3b])])
}

function longIndexAvi(): Buffer {
  const avi = gab2Avi('1\n00:00:00,000 --> 00:00:01,000\nhello\n')
  const index = Buffer.alloc(16)
  index.write('00db')
  index.writeUInt32LE(0x10, 4)
  index.writeUInt32LE(4, 8)
  index.writeUInt32LE(0x7fffffff, 12)
  return Buffer.concat([avi, chunk('idx1', Buffer.concat(Array.from({ length: 100_000 }, () => index)))])
}
