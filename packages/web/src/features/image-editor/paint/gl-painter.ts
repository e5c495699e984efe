/** Draws the edited picture with WebGL: colours and place in one pass, a blur in three more over few pixels. */
import { colorSteps } from '@filesmith/contract/image-edit/colors'
import { editGeometry } from '@filesmith/contract/image-edit/geometry'
import { type ImageEdit, usualImageEdit } from '@filesmith/contract/image-edit/settings'
import {
  buildProgram,
  createTarget,
  deleteTarget,
  type GlProgram,
  setEdges,
  type Target,
} from './gl-programs.ts'
import { hasGraphicsCard } from './has-graphics-card.ts'
import type { Painter, Place, Scene } from './painter.ts'
import { sampling } from './sampling.ts'
import { blurShader, copyShader, fillViewport, imageShader, maxColorSteps } from './shaders.ts'

/** A wider blur is drawn smaller and enlarged: nothing finer is left in it. */
const widestSigma = 3.5
const leastSigma = 0.25

/** Undefined where the browser has no WebGL 2, or no graphics card for it. */
export function createGlPainter(canvas: HTMLCanvasElement): Painter | undefined {
  if (!hasGraphicsCard()) return undefined
  const gl = canvas.getContext('webgl2', { antialias: false, depth: false })
  if (!gl) return undefined
  let tools = prepare(gl)
  let copy: ImageBitmap | undefined
  let last: Scene | undefined
  const listeners = new AbortController()
  const listen = (name: string, react: (event: Event) => void) =>
    canvas.addEventListener(name, react, { signal: listeners.signal })
  // The card may take everything back, for example when the machine wakes up.
  listen('webglcontextlost', event => event.preventDefault())
  listen('webglcontextrestored', () => {
    tools = prepare(gl)
    if (copy) loadImage(gl, tools.image, copy)
    if (last) paintScene(gl, tools, last)
  })
  return {
    kind: 'webgl',
    maxSide: gl.getParameter(gl.MAX_TEXTURE_SIZE),
    setImage(next) {
      copy = next
      loadImage(gl, tools.image, next)
    },
    paint(scene) {
      last = scene
      paintScene(gl, tools, scene)
    },
    dispose() {
      listeners.abort()
      for (const target of tools.targets) if (target) deleteTarget(gl, target)
      gl.deleteTexture(tools.image)
    },
  }
}

interface Tools {
  readonly image: WebGLTexture
  readonly draw: GlProgram
  readonly blur: GlProgram
  readonly copy: GlProgram
  readonly targets: [Target | undefined, Target | undefined]
}

function prepare(gl: WebGL2RenderingContext): Tools {
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
  setEdges(gl, gl.LINEAR_MIPMAP_LINEAR)
}

function paintScene(gl: WebGL2RenderingContext, tools: Tools, scene: Scene): void {
  const canvas: Place = { left: 0, top: 0, width: gl.drawingBufferWidth, height: gl.drawingBufferHeight }
  gl.bindFramebuffer(gl.FRAMEBUFFER, null)
  gl.disable(gl.SCISSOR_TEST)
  gl.clearColor(0, 0, 0, 0)
  gl.clear(gl.COLOR_BUFFER_BIT)
  const { output, blurPixels } = editGeometry(scene.size, scene.edit)
  const sigma = (blurPixels * scene.place.width) / output.width
  if (sigma < leastSigma) drawOnCanvas(gl, tools, scene, scene.edit)
  else paintBlurred(gl, tools, scene, sigma, canvas)
  if (scene.splitAt === undefined) return
  gl.enable(gl.SCISSOR_TEST)
  gl.scissor(0, 0, Math.max(0, Math.round(scene.splitAt)), canvas.height)
  gl.clear(gl.COLOR_BUFFER_BIT)
  const { brightness, contrast, saturation, filter } = usualImageEdit
  drawOnCanvas(gl, tools, scene, { ...scene.edit, brightness, contrast, saturation, filter })
  gl.disable(gl.SCISSOR_TEST)
}

function drawOnCanvas(gl: WebGL2RenderingContext, tools: Tools, scene: Scene, edit: ImageEdit): void {
  setViewport(gl, scene.place)
  drawImage(gl, tools, scene, edit, scene.place)
}

function drawImage(gl: WebGL2RenderingContext, tools: Tools, scene: Scene, edit: ImageEdit, part: Place) {
  const { draw, image } = tools
  const steps = colorSteps(edit)
  const { origin, right, down } = sampling(
    scene.size,
    editGeometry(scene.size, edit),
    edit,
    scene.place,
    part,
  )
  draw.start()
  gl.bindTexture(gl.TEXTURE_2D, image)
  gl.uniform2f(draw.uniform('origin'), ...origin)
  gl.uniform2f(draw.uniform('right'), ...right)
  gl.uniform2f(draw.uniform('down'), ...down)
  gl.uniform1i(draw.uniform('stepCount'), Math.min(steps.length, maxColorSteps))
  if (steps.length > 0) gl.uniform4fv(draw.uniform('rows'), steps.flat())
  gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4)
}

/** Only what is in sight, and around it what the blur draws from. */
function paintBlurred(gl: WebGL2RenderingContext, tools: Tools, scene: Scene, sigma: number, canvas: Place) {
  const part = inSight(scene.place, canvas, 3 * sigma)
  if (!part) return
  const scale = Math.min(1, widestSigma / sigma)
  const width = Math.max(1, Math.ceil(part.width * scale))
  const height = Math.max(1, Math.ceil(part.height * scale))
  const first = targetOf(gl, tools, 0, width, height)
  const second = targetOf(gl, tools, 1, width, height)
  gl.bindFramebuffer(gl.FRAMEBUFFER, first.frame)
  gl.viewport(0, 0, width, height)
  drawImage(gl, tools, scene, scene.edit, part)
  const { blur, copy } = tools
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

function copyInto(gl: WebGL2RenderingContext, from: Target, frame: WebGLFramebuffer | null): void {
  gl.bindFramebuffer(gl.FRAMEBUFFER, frame)
  gl.bindTexture(gl.TEXTURE_2D, from.texture)
  gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4)
}

function targetOf(
  gl: WebGL2RenderingContext,
  { targets }: Tools,
  index: 0 | 1,
  width: number,
  height: number,
) {
  const known = targets[index]
  if (known && known.width === width && known.height === height) return known
  if (known) deleteTarget(gl, known)
  const target = createTarget(gl, width, height)
  targets[index] = target
  return target
}

/** WebGL counts from below. */
function setViewport(gl: WebGL2RenderingContext, { left, top, width, height }: Place): void {
  gl.viewport(left, gl.drawingBufferHeight - top - height, width, height)
}

function inSight(place: Place, canvas: Place, margin: number): Place | undefined {
  const left = Math.floor(Math.max(place.left, canvas.left - margin))
  const top = Math.floor(Math.max(place.top, canvas.top - margin))
  const width = Math.ceil(Math.min(place.left + place.width, canvas.width + margin)) - left
  const height = Math.ceil(Math.min(place.top + place.height, canvas.height + margin)) - top
  return width > 0 && height > 0 ? { left, top, width, height } : undefined
}
