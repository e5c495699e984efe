/** Draws videos with enough detail and grain for a realistic encoder load. */
import { drawClip } from '../../tests/support/clips.ts'

export function drawVideo(seconds: number): Promise<Buffer> {
  return drawClip({
    extension: 'mp4',
    seconds,
    image: 'testsrc2=size=1920x1080:rate=30,noise=alls=12:allf=t',
    encoding: ['-preset', 'ultrafast', '-crf', '28', '-pix_fmt', 'yuv420p', '-b:a', '128k'],
  })
}
