/** WebGL painter: colors and geometry in one pass, blur in three more at reduced resolution. */
import { colorSteps } from '@filesmith/contract/image-edit/colors'
import { type EditGeometry, editGeometry, type Size } from '@filesmith/contract/image-edit/geometry'
import { defaultImageEdit, type ImageEdit } from '@filesmith/contract/image-edit/settings'
import { sourceMappingFor } from '../render/rotate-and-crop.ts'
import type { CanvasRect, Painter, Scene } from './painter.ts'
import { blurShader, copyShader, fillViewport, imageShader, maxColorSteps } from './shaders.ts'

/** Renderer names of software implementations. */
const softwareRenderer = /swiftshader|llvmpipe|softpipe|software|basic render/i

let cached: boolean | undefined

/** A stronger blur is drawn at lower resolution and scaled up; no finer detail remains. */
const maxSigma = 3.5
const minSigma = 0.25

/** Undefined without hardware-accelerated WebGL 2. */
export function createGlPainter(canvas: HTMLCanvasElement): Painter | undefined {
  if (!hasHardwareWebGl()) return undefined
  const gl = canvas.getContext('webgl2', { antialias: false, depth: false })
  if (!gl) return undefined
  let resources = createResources(gl)
  let copy: ImageBitmap | undefined
  let lastScene: Scene | undefined
  const listeners = new AbortController()
  const listen = (name: string, react: (event: Event) => void) =>
    canvas.addEventListener(name, react, { signal: listeners.signal })
  // The GPU may drop the context, for example after sleep.
  listen('webglcontextlost', event => event.preventDefault())
  listen('webglcontextrestored', () => {
    resources = createResources(gl)
    if (copy) loadImage(gl, resources.image, copy)
    if (lastScene) paintScene(gl, resources, lastScene)
  })
  return {
    kind: 'webgl',
    maxSide: gl.getParameter(gl.MAX_TEXTURE_SIZE),
    setImage(next) {
      copy = next
      loadImage(gl, resources.image, next)
    },
    paint(scene) {
      lastScene = scene
      paintScene(gl, resources, scene)
    },
    dispose() {
      listeners.abort()
      for (const target of resources.targets) if (target) deleteTarget(gl, target)
      gl.deleteTexture(resources.image)
    },
  }
}

interface GlResources {
  readonly image: WebGLTexture
  readonly draw: GlProgram
  readonly blur: GlProgram
  readonly copy: GlProgram
  readonly targets: [RenderTarget | undefined, RenderTarget | undefined]
}

function createResources(gl: WebGL2RenderingContext): GlResources {
  return {
    image: gl.createTexture(),
    draw: buildProgram(gl, fillViewport, imageShader),
    blur: buildProgram(gl, fillViewport, blurShader),
    copy: buildProgram(gl, fillViewport, copyShader),
    targets: [undefined, undefined],
  }
}

function loadImage(gl: WebGL2RenderingContext, image: WebGLTexture, copy: ImageBitmap): void {
  gl.bindTexture(gl.TEXTURE_2D, image)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, copy)
  gl.generateMipmap(gl.TEXTURE_2D)
  clampToEdge(gl, gl.LINEAR_MIPMAP_LINEAR)
}

function paintScene(gl: WebGL2RenderingContext, resources: GlResources, scene: Scene): void {
  const canvas: CanvasRect = { left: 0, top: 0, width: gl.drawingBufferWidth, height: gl.drawingBufferHeight }
  gl.bindFramebuffer(gl.FRAMEBUFFER, null)
  gl.disable(gl.SCISSOR_TEST)
  gl.clearColor(0, 0, 0, 0)
  gl.clear(gl.COLOR_BUFFER_BIT)
  const { output, blurPixels } = editGeometry(scene.size, scene.edit)
  const sigma = (blurPixels * scene.rect.width) / output.width
  if (sigma < minSigma) drawOnCanvas(gl, resources, scene, scene.edit)
  else paintBlurred(gl, resources, scene, sigma, canvas)
  if (scene.splitX === undefined) return
  gl.enable(gl.SCISSOR_TEST)
  gl.scissor(0, 0, Math.max(0, Math.round(scene.splitX)), canvas.height)
  gl.clear(gl.COLOR_BUFFER_BIT)
  const { brightness, contrast, saturation, filter } = defaultImageEdit
  drawOnCanvas(gl, resources, scene, { ...scene.edit, brightness, contrast, saturation, filter })
  gl.disable(gl.SCISSOR_TEST)
}

function drawOnCanvas(
  gl: WebGL2RenderingContext,
  resources: GlResources,
  scene: Scene,
  edit: ImageEdit,
): void {
  setViewport(gl, scene.rect)
  drawImage(gl, resources, scene, edit, scene.rect)
}

function drawImage(
  gl: WebGL2RenderingContext,
  resources: GlResources,
  scene: Scene,
  edit: ImageEdit,
  part: CanvasRect,
) {
  const { draw, image } = resources
  const steps = colorSteps(edit)
  const { origin, right, down } = sampling(scene.size, editGeometry(scene.size, edit), edit, scene.rect, part)
  draw.start()
  gl.bindTexture(gl.TEXTURE_2D, image)
  gl.uniform2f(draw.uniform('origin'), ...origin)
  gl.uniform2f(draw.uniform('right'), ...right)
  gl.uniform2f(draw.uniform('down'), ...down)
  gl.uniform1i(draw.uniform('stepCount'), Math.min(steps.length, maxColorSteps))
  if (steps.length > 0) gl.uniform4fv(draw.uniform('rows'), steps.flat())
  gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4)
}

/** Only the visible part, plus the margin the blur reads from. */
function paintBlurred(
  gl: WebGL2RenderingContext,
  resources: GlResources,
  scene: Scene,
  sigma: number,
  canvas: CanvasRect,
) {
  const part = visibleRect(scene.rect, canvas, 3 * sigma)
  if (!part) return
  const scale = Math.min(1, maxSigma / sigma)
  const width = Math.max(1, Math.ceil(part.width * scale))
  const height = Math.max(1, Math.ceil(part.height * scale))
  const first = targetFor(gl, resources, 0, width, height)
  const second = targetFor(gl, resources, 1, width, height)
  gl.bindFramebuffer(gl.FRAMEBUFFER, first.frame)
  gl.viewport(0, 0, width, height)
  drawImage(gl, resources, scene, scene.edit, part)
  const { blur, copy } = resources
  blur.start()
  gl.uniform1f(blur.uniform('sigma'), (sigma * width) / part.width)
  gl.uniform2f(blur.uniform('onePixel'), 1 / width, 0)
  copyInto(gl, first, second.frame)
  gl.uniform1f(blur.uniform('sigma'), (sigma * height) / part.height)
  gl.uniform2f(blur.uniform('onePixel'), 0, 1 / height)
  copyInto(gl, second, first.frame)
  copy.start()
  setViewport(gl, part)
  copyInto(gl, first, null)
}

function copyInto(gl: WebGL2RenderingContext, from: RenderTarget, frame: WebGLFramebuffer | null): void {
  gl.bindFramebuffer(gl.FRAMEBUFFER, frame)
  gl.bindTexture(gl.TEXTURE_2D, from.texture)
  gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4)
}

function targetFor(
  gl: WebGL2RenderingContext,
  { targets }: GlResources,
  index: 0 | 1,
  width: number,
  height: number,
) {
  const cached = targets[index]
  if (cached && cached.width === width && cached.height === height) return cached
  if (cached) deleteTarget(gl, cached)
  const target = createTarget(gl, width, height)
  targets[index] = target
  return target
}

/** WebGL counts y from the bottom. */
function setViewport(gl: WebGL2RenderingContext, { left, top, width, height }: CanvasRect): void {
  gl.viewport(left, gl.drawingBufferHeight - top - height, width, height)
}

function visibleRect(rect: CanvasRect, canvas: CanvasRect, margin: number): CanvasRect | undefined {
  const left = Math.floor(Math.max(rect.left, canvas.left - margin))
  const top = Math.floor(Math.max(rect.top, canvas.top - margin))
  const width = Math.ceil(Math.min(rect.left + rect.width, canvas.width + margin)) - left
  const height = Math.ceil(Math.min(rect.top + rect.height, canvas.height + margin)) - top
  return width > 0 && height > 0 ? { left, top, width, height } : undefined
}

/** Uses a separate canvas, because a canvas with a WebGL context can have no other context. */
function hasHardwareWebGl(): boolean {
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

interface Sampling {
  readonly origin: readonly [number, number]
  readonly right: readonly [number, number]
  readonly down: readonly [number, number]
}

/** `part` is the drawn part of `whole`, both on the canvas. */
export function sampling(
  source: Size,
  geometry: EditGeometry,
  flips: Pick<ImageEdit, 'flipHorizontal' | 'flipVertical'>,
  whole: CanvasRect,
  part: CanvasRect,
): Sampling {
  const { crop } = geometry
  const first = sourceMappingFor(source, geometry, flips)
  const alongX = (pixels: number) => [first.right[0] * pixels, first.right[1] * pixels] as const
  const alongY = (pixels: number) => [first.down[0] * pixels, first.down[1] * pixels] as const
  const toUv = ([x, y]: readonly [number, number]) => [x / source.width, y / source.height] as const
  // From the center of the first pixel to its corner, then to the corner of the part.
  const toX = alongX(((part.left - whole.left) / whole.width) * crop.width - 0.5)
  const toY = alongY(((part.top - whole.top) / whole.height) * crop.height - 0.5)
  return {
    origin: toUv([first.x + 0.5 + toX[0] + toY[0], first.y + 0.5 + toX[1] + toY[1]]),
    right: toUv(alongX((part.width / whole.width) * crop.width)),
    down: toUv(alongY((part.height / whole.height) * crop.height)),
  }
}

interface GlProgram {
  /** Makes it the current program. */
  start(): void
  /** Location by name; null for a uniform the compiler removed, which may still be set. */
  uniform(name: string): WebGLUniformLocation | null
}

/** WebGL helpers: programs, uniforms and render targets. */
function buildProgram(gl: WebGL2RenderingContext, vertex: string, fragment: string): GlProgram {
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
interface RenderTarget {
  readonly texture: WebGLTexture
  readonly frame: WebGLFramebuffer
  readonly width: number
  readonly height: number
}

function createTarget(gl: WebGL2RenderingContext, width: number, height: number): RenderTarget {
  const texture = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, null)
  clampToEdge(gl, gl.LINEAR)
  const frame = gl.createFramebuffer()
  gl.bindFramebuffer(gl.FRAMEBUFFER, frame)
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0)
  return { texture, frame, width, height }
}

function deleteTarget(gl: WebGL2RenderingContext, target: RenderTarget): void {
  gl.deleteTexture(target.texture)
  gl.deleteFramebuffer(target.frame)
}

/** Clamps the bound texture to its edge. */
function clampToEdge(gl: WebGL2RenderingContext, minFilter: number): void {
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, minFilter)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
}
