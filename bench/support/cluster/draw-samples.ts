/** Files that the clients of the load test upload. */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drawClip } from '../../../tests/support/clips.ts'
import { drawNoise } from '../../../tests/support/images.ts'

export async function drawSamples(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'filesmith-load-'))
  const save = (name: string, bytes: Uint8Array | string) => writeFile(join(folder, name), bytes)
  await save('image.jpg', await drawNoise(640, 480))
  await save('audio.wav', await drawClip({ extension: 'wav', seconds: 3, image: null }))
  await save('video.mp4', await drawClip({ extension: 'mp4', seconds: 1 }))
  await save('document.txt', 'One paragraph of a letter, as people send them.\n\n'.repeat(40))
  return folder
}
