import { Presets, SingleBar } from 'cli-progress'

/** Shorter work shows no bar. */
const shownAfterMs = 1000

export type ProgressBar = {
  /** How much is done, in the unit of the total. */
  update(done: number): void
  stop(): void
}

/** A bar on stderr for work that takes longer than a second; nothing where stderr is not a terminal. */
export function progressBar(label: string, total: number): ProgressBar {
  if (!process.stderr.isTTY) return { update() {}, stop() {} }
  const started = performance.now()
  let bar: SingleBar | undefined
  return {
    update(done) {
      if (bar === undefined && performance.now() - started > shownAfterMs)
        bar = startBar(label, total)
      bar?.update(Math.min(done, total))
    },
    stop: () => bar?.stop(),
  }
}

function startBar(label: string, total: number): SingleBar {
  const bar = new SingleBar(
    { format: `${label} {bar} {percentage}%  {eta_formatted} left`, stream: process.stderr },
    Presets.shades_classic,
  )
  bar.start(total, 0)
  return bar
}
