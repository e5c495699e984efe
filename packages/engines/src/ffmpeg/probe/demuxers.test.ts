import { convertAudio } from '@filesmith/contract/operations/convert-audio'
import { convertVideo } from '@filesmith/contract/operations/convert-video'
import { expect, test } from 'vitest'
import { inputArgs } from './demuxers.ts'

test('inputArgs: pins the demuxer of every format and never allows playlist demuxers', () => {
  for (const format of [...convertVideo.inputs, ...convertAudio.inputs]) {
    const args = inputArgs(format)
    expect(args.slice(0, 2)).toEqual(['-protocol_whitelist', 'file,pipe'])
    expect(args[2]).toMatch(/^-(?:f|format_whitelist)$/)
    expect(args[3]).toMatch(/^[a-z0-9]+(?:,[a-z0-9]+)*$/)
    expect(args[3]).not.toMatch(/hls|concat|dash|applehttp/)
  }
})
