/** The logo and the tool icons as SVG fragments. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findHubTool, type HubToolId } from '@filesmith/contract/tools/hub'
import { rootFolder } from '../root-folder.mjs'

/** As in ui/brand.tsx, viewBox 32 x 32. */
export const anvil =
  'M2 14.5h28v2.9c-3.8.2-6.6 1.9-7.6 4.7v1.6c0 1.7 1.2 2.9 3.4 3.6V30H9.8v-2.7c2.2-.7 3.4-1.9 3.4-3.6v-1.9C7.4 21.4 3.5 19 2 14.5Z'
const sheet = 'M10 2h7.5L22 6.5v5.8H10Z'
const fold = 'M17.5 2 22 6.5h-4.5Z'

export const brandMark = `
  <path fill="var(--ink)" d="${anvil}"/><path fill="var(--accent)" d="${sheet}"/>
  <path fill="var(--paper)" opacity="0.55" d="${fold}"/>`

/** Icon and color of a tool, as in the tools hub. */
export function toolMark(id: HubToolId): { readonly drawing: string; readonly hue: string } {
  const tool = findHubTool(id)
  if (tool === undefined) throw new Error(`no tool ${id}`)
  return { drawing: tool.icon, hue: tool.kind === null ? '--ink' : `--kind-${tool.kind}` }
}

/** viewBox 24 x 24, stroked. */
export async function readDrawing(name: string): Promise<string> {
  const file = join(rootFolder, 'node_modules/lucide-react/dist/esm/icons', `${name}.mjs`)
  const { __iconData: icon } = await import(pathToFileURL(file).href)
  const parts: readonly (readonly [string, Readonly<Record<string, string>>])[] = icon.node
  return parts.map(([tag, { key: _key, ...attributes }]) => `<${tag} ${write(attributes)}/>`).join('')
}

function write(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')
}
