/** How much of a section is shown: a part of it in the overview, all of it on its own page. */
export type MemberSectionPart = 'overview' | 'whole';
