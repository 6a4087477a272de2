/// <reference lib="dom" />
import type { Page } from "playwright-core";

export interface Poor {
  readonly text: string;
  readonly ratio: number;
}

/** What is harder to read than WCAG 2.2 AA allows: 4.5 for text, 3 for large text and for the edges of controls. */
export async function findPoorContrast(page: Page): Promise<{ checked: number; poor: Poor[] }> {
  return await page.evaluate(() => {
    const channels = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (color: string): number => {
      const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ratioOf = (first: string, second: string): number => {
      const [low = 0, high = 0] = [luminance(first), luminance(second)].toSorted((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    };
    const behind = (element: Element | null): string => {
      if (element === null) return "rgb(255, 255, 255)";
      const color = getComputedStyle(element).backgroundColor;
      const [, , , alpha = 1] = channels(color);
      // Nothing on the page is half transparent.
      return alpha === 0 ? behind(element.parentElement) : color;
    };
    const isSeen = (element: Element): boolean =>
      element.checkVisibility() && element.closest(".unseen, .skip") === null;

    const found: { text: string; ratio: number; least: number }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) {
      const text = walker.currentNode.textContent?.trim() ?? "";
      const element = walker.currentNode.parentElement;
      if (text === "" || element === null || !isSeen(element)) continue;
      const { color, fontSize, fontWeight } = getComputedStyle(element);
      const isLarge = Number.parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24);
      found.push({ text, ratio: ratioOf(color, behind(element)), least: isLarge ? 3 : 4.5 });
    }
    for (const control of document.querySelectorAll("input, textarea, button")) {
      if (!isSeen(control)) continue;
      const outside = behind(control.parentElement);
      const { borderTopColor, backgroundColor, color } = getComputedStyle(control);
      const edge = Math.max(ratioOf(borderTopColor, outside), ratioOf(backgroundColor, outside));
      found.push({ text: `the edge of ${control.id || control.textContent}`, ratio: edge, least: 3 });
      found.push({
        text: `the text of ${control.id || control.textContent}`,
        ratio: ratioOf(color, behind(control)),
        least: 4.5,
      });
      const hint = getComputedStyle(control, "::placeholder").color;
      if (control.hasAttribute("placeholder"))
        found.push({ text: `the placeholder of ${control.id}`, ratio: ratioOf(hint, behind(control)), least: 4.5 });
    }
    return { checked: found.length, poor: found.filter(({ ratio, least }) => ratio < least) };
  });
}
