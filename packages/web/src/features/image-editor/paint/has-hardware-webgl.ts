/** Whether WebGL is hardware-accelerated. Software WebGL is many times slower than the canvas painter. */

/** Renderer names of software implementations. */
const softwareRenderer = /swiftshader|llvmpipe|softpipe|software|basic render/i

let cached: boolean | undefined

/** Uses a separate canvas, because a canvas with a WebGL context can have no other context. */
export function hasHardwareWebGl(): boolean {
  cached ??= detect()
  return cached
}

function detect(): boolean {
  const canvas = document.createElement('canvas')
  const gl = canvas.getContext('webgl2', { failIfMajorPerformanceCaveat: true })
  if (!gl) return false
  const names = gl.getExtension('WEBGL_debug_renderer_info')
  const name = String(gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return !softwareRenderer.test(name)
}
