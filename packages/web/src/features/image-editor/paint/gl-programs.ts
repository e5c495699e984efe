/** WebGL helpers: programs, uniforms and render targets. */

export interface GlProgram {
  /** Makes it the current program. */
  start(): void
  /** Location by name; null for a uniform the compiler removed, which may still be set. */
  uniform(name: string): WebGLUniformLocation | null
}

export function buildProgram(gl: WebGL2RenderingContext, vertex: string, fragment: string): GlProgram {
  const program = gl.createProgram()
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(type)
    if (!shader) throw new Error('shader cannot be created')
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
    throw new Error(gl.getProgramInfoLog(program) ?? 'the shader does not link')
  const locations = new Map<string, WebGLUniformLocation | null>()
  return {
    start: () => gl.useProgram(program),
    uniform(name) {
      const cached = locations.get(name)
      if (cached !== undefined) return cached
      const location = gl.getUniformLocation(program, name)
      locations.set(name, location)
      return location
    },
  }
}

/** A texture with a framebuffer, recreated when its size changes. */
export interface RenderTarget {
  readonly texture: WebGLTexture
  readonly frame: WebGLFramebuffer
  readonly width: number
  readonly height: number
}

export function createTarget(gl: WebGL2RenderingContext, width: number, height: number): RenderTarget {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, null)
  clampToEdge(gl, gl.LINEAR)
  const frame = gl.createFramebuffer()
  gl.bindFramebuffer(gl.FRAMEBUFFER, frame)
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0)
  return { texture, frame, width, height }
}

export function deleteTarget(gl: WebGL2RenderingContext, target: RenderTarget): void {
  gl.deleteTexture(target.texture)
  gl.deleteFramebuffer(target.frame)
}

/** Clamps the bound texture to its edge. */
export function clampToEdge(gl: WebGL2RenderingContext, minFilter: number): void {
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, minFilter)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
}
