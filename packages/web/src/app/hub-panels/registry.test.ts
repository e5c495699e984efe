import { hubTools } from '@filesmith/contract/tools/hub'
import { expect, test } from 'vitest'
import { hubPanels } from './registry.tsx'

/** 'file-text' is FileText. */
const componentName = (icon: string) =>
  icon
    .split('-')
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

test.each(hubTools)('hubPanels: $id has the icon that its share image shows', ({ id, icon }) => {
  expect(hubPanels[id].icon.displayName).toBe(componentName(icon))
})
