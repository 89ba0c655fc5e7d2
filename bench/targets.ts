/** The most that one request may cost, in CPU time of the ceiling. */
export const WRITE = 1.5
export const READ = 1.25
/** Of a page whose bytes the ceiling has in memory. */
export const PAGE_VIEW = 1.6
/** The longest that an approval may take to reach its held poll, in time of the ceiling. */
export const WAKE = 2
