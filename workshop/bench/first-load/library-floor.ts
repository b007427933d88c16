import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { conditions } from '#tools/build/first-load.ts';

/** The libraries that are settled for the first load, each used as little as can be. */
const page = `
import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Link, Route, Routes, useLocation, useNavigate, useParams } from 'react-router-dom';
import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { styled, ThemeProvider, useTheme } from 'styled-components';
import { BehaviorSubject, EMPTY } from 'rxjs';
import * as z from 'zod/mini';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';

globalThis.used = [
  createElement, useState, createRoot, BrowserRouter, Link, Route, Routes, useLocation, useNavigate, useParams,
  i18next, initReactI18next, useTranslation, styled, ThemeProvider, useTheme, new BehaviorSubject(EMPTY),
  z.object({ a: z.array(z.string()), b: z.optional(z.number()) }), QueryClient, QueryClientProvider, useQuery,
];
`;

/** Bytes, gzip, of a bundle of nothing but those libraries. */
export async function libraryFloor(): Promise<number> {
  const folder = mkdtempSync(join(process.cwd(), 'node_modules', '.library-floor-'));
  try {
    const entry = join(folder, 'page.js');
    writeFileSync(entry, page);
    const built = (await build({
      configFile: false,
      logLevel: 'error',
      resolve: { conditions, alias: { 'use-sync-external-store/shim': 'react' } },
      build: { target: 'es2022', write: false, rolldownOptions: { input: entry } },
    })) as Rolldown.RolldownOutput;
    const code = built.output.flatMap((part) => (part.type === 'chunk' ? [part.code] : []));
    return gzipSync(code.join(''), { level: 9 }).length;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
