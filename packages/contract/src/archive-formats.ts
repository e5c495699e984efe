/** The archives that can be made, in the order they are offered. */
export const archiveFormats = ['zip', '7z', 'tar', 'rar'] as const
export type ArchiveFormat = (typeof archiveFormats)[number]
