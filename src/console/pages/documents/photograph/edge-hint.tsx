import { useState, type RefObject } from 'react'
import { frameOf, pixelsOf, useFrames } from '../../../components/camera/camera-view.tsx'
import { findPaper, type Corner } from './find-paper.ts'

/** The time between two guesses in milliseconds, and the width of the examined picture in pixels. */
const guessEveryMs = 200
const guessWidth = 120

/** Draws the guessed outline of the paper over the camera's picture. */
export function EdgeHint({ video }: { video: RefObject<HTMLVideoElement | null> }) {
  const [corners, setCorners] = useState<Corner[]>()
  useFrames(video, guessEveryMs, (seen) =>
    setCorners(findPaper(pixelsOf(frameOf(seen, guessWidth)))),
  )
  if (corners === undefined) return null
  const points = corners.map(({ x, y }) => `${x * 100},${y * 100}`).join(' ')
  return (
    <svg className="camera-hint" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
      <polygon points={points} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
