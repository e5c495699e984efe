/** What runs on the graphics card: the picture with its colours, and one direction of a blur. */

import { colorSteps } from '@filesmith/contract/image-edit/colors'
import { imageFilters, usualImageEdit } from '@filesmith/contract/image-edit/settings'

/** As many as any settings can ask for. */
export const maxColorSteps = Math.max(
  ...imageFilters.map(
    filter => colorSteps({ ...usualImageEdit, brightness: 0, contrast: 0, saturation: 0, filter }).length,
  ),
)

/** Fills the viewport; `at` goes from the upper left to the lower right. */
export const fillViewport = `#version 300 es
out vec2 at;
void main() {
  at = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  gl_Position = vec4(at.x * 2.0 - 1.0, 1.0 - at.y * 2.0, 0.0, 1.0);
}`

/** The picture's colours come multiplied by their opacity, and leave so. */
export const imageShader = `#version 300 es
precision highp float;
uniform sampler2D picture;
uniform vec2 origin;
uniform vec2 right;
uniform vec2 down;
uniform vec4 rows[${maxColorSteps * 3}];
uniform int stepCount;
in vec2 at;
out vec4 colour;
void main() {
  vec2 place = origin + at.x * right + at.y * down;
  vec4 found = texture(picture, place);
  vec3 paint = found.a > 0.0 ? found.rgb / found.a : vec3(0.0);
  for (int index = 0; index < stepCount; index += 1) {
    vec4 old = vec4(paint, 1.0);
    paint = clamp(
      vec3(dot(rows[index * 3], old), dot(rows[index * 3 + 1], old), dot(rows[index * 3 + 2], old)),
      0.0, 1.0);
  }
  // Beyond the edge of a turned picture there is nothing; the edge itself is as soft as a pixel.
  vec2 inside = min(place, 1.0 - place) / fwidth(place) + 0.5;
  float opacity = found.a * clamp(min(inside.x, inside.y), 0.0, 1.0);
  colour = vec4(paint * opacity, opacity);
}`

/** Two pixels are taken with one look between them. */
export const blurShader = `#version 300 es
precision highp float;
uniform sampler2D picture;
uniform vec2 onePixel;
uniform float sigma;
in vec2 at;
out vec4 colour;
void main() {
  vec2 place = vec2(at.x, 1.0 - at.y);
  vec4 sum = texture(picture, place);
  float weight = 1.0;
  for (float near = 1.0; near < 3.0 * sigma; near += 2.0) {
    float first = exp(-near * near / (2.0 * sigma * sigma));
    float second = exp(-(near + 1.0) * (near + 1.0) / (2.0 * sigma * sigma));
    float both = first + second;
    vec2 offset = onePixel * (near + second / both);
    sum += both * (texture(picture, place + offset) + texture(picture, place - offset));
    weight += 2.0 * both;
  }
  colour = sum / weight;
}`

export const copyShader = `#version 300 es
precision highp float;
uniform sampler2D picture;
in vec2 at;
out vec4 colour;
void main() {
  colour = texture(picture, vec2(at.x, 1.0 - at.y));
}`
