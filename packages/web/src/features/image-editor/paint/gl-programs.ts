/** Small things of WebGL: programs, their uniforms, and pictures that are drawn into. */

export interface GlProgram {
  /** What is drawn from now on is drawn by it. */
  start(): void
  /** By name; null for what the compiler left out, which may be set all the same. */
  uniform(name: string): WebGLUniformLocation | null
}

export function buildProgram(gl: WebGL2RenderingContext, vertex: string, fragment: string): GlProgram {
  const program = gl.createProgram()
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(type)
    if (!shader) throw new Error('no shader')
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
    throw new Error(gl.getProgramInfoLog(program) ?? 'the shader does not link')
  const known = new Map<string, WebGLUniformLocation | null>()
  return {
    start: () => gl.useProgram(program),
    uniform(name) {
      const found = known.get(name)
      if (found !== undefined) return found
      const location = gl.getUniformLocation(program, name)
      known.set(name, location)
      return location
    },
  }
}

/** A texture with a frame around it, made anew when its size changes. */
export interface Target {
  readonly texture: WebGLTexture
  readonly frame: WebGLFramebuffer
  readonly width: number
  readonly height: number
}

export function createTarget(gl: WebGL2RenderingContext, width: number, height: number): Target {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, null)
  setEdges(gl, gl.LINEAR)
  const frame = gl.createFramebuffer()
  gl.bindFramebuffer(gl.FRAMEBUFFER, frame)
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0)
  return { texture, frame, width, height }
}

export function deleteTarget(gl: WebGL2RenderingContext, target: Target): void {
  gl.deleteTexture(target.texture)
  gl.deleteFramebuffer(target.frame)
}

/** Of the texture in hand: the edge is repeated beyond it. */
export function setEdges(gl: WebGL2RenderingContext, minFilter: number): void {
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, minFilter)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
}
