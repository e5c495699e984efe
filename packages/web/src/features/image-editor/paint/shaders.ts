/** WebGL shaders: the image with its color adjustments, and one direction of a blur. */

import { colorSteps } from '@filesmith/contract/image-edit/colors'
import { defaultImageEdit, imageFilters } from '@filesmith/contract/image-edit/settings'

/** The most color steps any settings need. */
export const maxColorSteps = Math.max(
  ...imageFilters.map(
    filter => colorSteps({ ...defaultImageEdit, brightness: 0, contrast: 0, saturation: 0, filter }).length,
  ),
)

/** Fills the viewport; `uv` runs from the top left to the bottom right. */
export const fillViewport = `#version 300 es
out vec2 uv;
void main() {
  uv = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  gl_Position = vec4(uv.x * 2.0 - 1.0, 1.0 - uv.y * 2.0, 0.0, 1.0);
}`

/** Input and output colors are premultiplied with alpha. */
export const imageShader = `#version 300 es
precision highp float;
uniform sampler2D image;
uniform vec2 origin;
uniform vec2 right;
uniform vec2 down;
uniform vec4 rows[${maxColorSteps * 3}];
uniform int stepCount;
in vec2 uv;
out vec4 color;
void main() {
  vec2 position = origin + uv.x * right + uv.y * down;
  vec4 texel = texture(image, position);
  vec3 rgb = texel.a > 0.0 ? texel.rgb / texel.a : vec3(0.0);
  for (int index = 0; index < stepCount; index += 1) {
    vec4 before = vec4(rgb, 1.0);
    rgb = clamp(
      vec3(dot(rows[index * 3], before), dot(rows[index * 3 + 1], before), dot(rows[index * 3 + 2], before)),
      0.0, 1.0);
  }
  // Transparent beyond the edge of a rotated image, with an antialiased edge of one pixel.
  vec2 inside = min(position, 1.0 - position) / fwidth(position) + 0.5;
  float opacity = texel.a * clamp(min(inside.x, inside.y), 0.0, 1.0);
  color = vec4(rgb * opacity, opacity);
}`

/** Samples two pixels with one linear texture fetch between them. */
export const blurShader = `#version 300 es
precision highp float;
uniform sampler2D image;
uniform vec2 onePixel;
uniform float sigma;
in vec2 uv;
out vec4 color;
void main() {
  vec2 position = vec2(uv.x, 1.0 - uv.y);
  vec4 sum = texture(image, position);
  float weight = 1.0;
  for (float near = 1.0; near < 3.0 * sigma; near += 2.0) {
    float first = exp(-near * near / (2.0 * sigma * sigma));
    float second = exp(-(near + 1.0) * (near + 1.0) / (2.0 * sigma * sigma));
    float both = first + second;
    vec2 offset = onePixel * (near + second / both);
    sum += both * (texture(image, position + offset) + texture(image, position - offset));
    weight += 2.0 * both;
  }
  color = sum / weight;
}`

export const copyShader = `#version 300 es
precision highp float;
uniform sampler2D image;
in vec2 uv;
out vec4 color;
void main() {
  color = texture(image, vec2(uv.x, 1.0 - uv.y));
}`
