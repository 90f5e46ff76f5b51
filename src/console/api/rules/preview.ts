import type { ChangedScan } from '../../../services/scan-export/service.ts'

/** Changed scans that a preview shows; it counts all of them. */
export const scansShown = 20

type Preview = { waiting: number; changed: number; scans: ChangedScan[] }

/** A preview as the page shows it. */
export function shownPreview({ waiting, changed, scans }: Preview) {
  return {
    waiting,
    changed,
    scans: scans.map(({ createdAt, ...scan }) => ({
      ...scan,
      createdAt: new Date(createdAt).toISOString(),
    })),
  }
}
