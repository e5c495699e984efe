/** Archive formats that can be created, in the order in which they are offered. */
export const archiveFormats = ['zip', '7z', 'tar', 'rar'] as const
export type ArchiveFormat = (typeof archiveFormats)[number]
