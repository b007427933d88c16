import { execFileSync } from 'node:child_process';
import { startTableServer } from './e2e/table-server.ts';
import { phoneAtTable } from './bench/first-load/phone-at-table.ts';
const s=await startTableServer();const p=await phoneAtTable(s.url);
const { writeFileSync }=await import('node:fs');
try{for(let i=0;i<3;i++){await new Promise(r=>setTimeout(r,1500));await p.forget();
const {execFile}=await import('node:child_process');const out=await new Promise<string>((r,j)=>execFile('/tmp/first-lh/node_modules/.bin/lighthouse',[p.address,`--port=${p.port}`,'--disable-storage-reset','--quiet','--output=json'],{maxBuffer:2**28},(e,o)=>e?j(e):r(o)));
const R=JSON.parse(out);const A=R.audits;console.log(Object.entries(R.categories).map(([k,v]:any)=>k+' '+v.score).join(' '),'FCP',A['first-contentful-paint'].numericValue|0,'LCP',A['largest-contentful-paint'].numericValue|0,'TBT',A['total-blocking-time'].numericValue|0,'SI',A['speed-index'].numericValue|0,'CLS',A['cumulative-layout-shift'].numericValue,'TTI',A.interactive.numericValue|0,'bench',R.environment.benchmarkIndex);
console.log(A['long-tasks'].details?.items?.map((x:any)=>`${x.url?.split('/').pop()?.slice(0,14)} @${x.startTime|0} ${x.duration|0}`).join(' | '));
writeFileSync('/tmp/first-scratch/lh.json',out)}}finally{await p.close();await s.stop()}
