/** Whether WebGL is the work of a graphics card. Where the processor does it instead, our own drawing on it is many times as quick. */

/** As those name themselves that do without a card. */
const withoutCard = /swiftshader|llvmpipe|softpipe|software|basic render/i

let answer: boolean | undefined

/** Asked on a canvas of its own: one that was asked for WebGL gives nothing else any more. */
export function hasGraphicsCard(): boolean {
  answer ??= look()
  return answer
}

function look(): boolean {
  const canvas = document.createElement('canvas')
  const gl = canvas.getContext('webgl2', { failIfMajorPerformanceCaveat: true })
  if (!gl) return false
  const names = gl.getExtension('WEBGL_debug_renderer_info')
  const name = String(gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return !withoutCard.test(name)
}
