/** Settings of the embedded server: small, and reachable only through its Unix socket. */

export function serverSettings(socketFolder: string, options: { readonly isDurable: boolean }): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    port: '5432',
    max_connections: '100',
    shared_buffers: '64MB',
    max_wal_size: '256MB',
    // Saves three idle I/O worker processes; no query here reads enough to benefit from them.
    io_method: 'sync',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Commits still reach the kernel: killed processes lose nothing, only a power failure does.
    ...(options.isDurable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
