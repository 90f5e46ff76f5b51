import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, lstatSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import manifest from '../../../package.json'
import { makeDebianPackage } from '../../../scripts/release/debian-package.ts'

// Where there is no dpkg-deb (not a Debian), no package can be made either: releases are made where there is one.

/** A package asks the program for what goes into it: longer than Bun's limit on a busy computer, in milliseconds. */
setDefaultTimeout(120_000)

const place = mkdtempSync(join(tmpdir(), 'daybook-deb-test-'))
const file = join(place, 'first.deb')
const root = join(place, 'root')
make(file)
run('dpkg-deb', '-R', file, root)

afterAll(() => rmSync(place, { recursive: true, force: true }))

function make(outfile: string): void {
  const program = join(place, 'program')
  writeFileSync(program, '#!/bin/sh\necho Daybook\n')
  const parts = { program, architecture: 'amd64', notices: program, outfile } as const
  makeDebianPackage(parts, 1_700_000_000)
}

function run(...command: string[]): string {
  const ran = Bun.spawnSync(command)
  expect(ran.stderr.toString()).toBe('')
  expect(ran.exitCode).toBe(0)
  return ran.stdout.toString()
}

describe('the Debian package', () => {
  test('names itself, its version and its processor', () => {
    expect(run('dpkg-deb', '-f', file, 'Package', 'Version', 'Architecture')).toBe(
      `Package: daybook\nVersion: ${manifest.version}\nArchitecture: amd64\n`,
    )
  })

  test('belongs to root, and nobody else may change what is in it', () => {
    for (const line of run('dpkg-deb', '-c', file).trim().split('\n')) {
      expect(line).toMatch(/^[-d]rw[-x]r-[-x]r-[-x] root\/root /)
    }
    expect(lstatSync(join(root, 'usr/bin/daybook')).mode & 0o777).toBe(0o755)
  })

  test('has a service of a user of its own, shut off from the system', () => {
    const unit = readFileSync(join(root, 'lib/systemd/system/daybook.service'), 'utf8')
    expect(unit).toContain('ExecStart="/usr/bin/daybook" "serve" "--data" "/var/lib/daybook"')
    for (const line of [
      'User=daybook\nRuntimeDirectory=daybook\n',
      'ProtectSystem=strict',
      'NoNewPrivileges=yes',
    ]) {
      expect(unit).toContain(line)
    }
  })

  test('has a manual page, completions for the shells, and an entry in the menu', () => {
    const read = (path: string) => readFileSync(join(root, 'usr/share', path), 'utf8')
    expect(read('man/man1/daybook.1')).toStartWith('.TH DAYBOOK 1')
    expect(read('applications/daybook.desktop')).toContain(
      'Exec=/usr/bin/daybook open --service-user daybook --data /var/lib/daybook\n',
    )
    expect(read('icons/hicolor/scalable/apps/daybook.svg')).toContain('<svg')
    run('bash', '-n', join(root, 'usr/share/bash-completion/completions/daybook'))
    expect(read('zsh/vendor-completions/_daybook')).toStartWith('#compdef daybook')
    expect(read('fish/vendor_completions.d/daybook.fish')).toContain('daybook complete --')
  })

  test('carries no data, and its scripts are sound and delete none', () => {
    expect(existsSync(join(root, 'var'))).toBe(false)
    for (const name of ['postinst', 'prerm', 'postrm']) {
      const script = join(root, 'DEBIAN', name)
      run('sh', '-n', script)
      expect(readFileSync(script, 'utf8')).not.toMatch(/\brm\b|deluser/)
    }
  })

  test('is the same, byte for byte, when somebody makes it again who keeps files private', () => {
    const second = join(place, 'second.deb')
    const umask = process.umask(0o077)
    try {
      make(second)
      expect(process.umask()).toBe(0o077)
    } finally {
      process.umask(umask)
    }
    expect(readFileSync(second).equals(readFileSync(file))).toBe(true)
  })
})
